/** Overlays: names and places that the interface leaves open. */

export { openApiDocument } from './openapi.js'
export {
  checkOverlay,
  defaultOverlay,
  type Overlay,
  type OverlayFinding,
  type OverlayData,
  parseOverlay,
} from './overlay.js'
