/** Overlays: names and places that the interface leaves open. */

export { openApiDocument, resultSchema } from './openapi.js'
export type { OverlayData } from './overlay-file.js'
export { checkOverlay, defaultOverlay, type Overlay, type OverlayFinding, parseOverlay } from './overlay.js'
