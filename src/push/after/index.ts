/** Undo of a run, and samples of what it sent. */

export { type CellSample, type DrawnCell, sampleCells, type SampledCell, upperShare } from './sample-cells.js'
export type { NotUndone, UndoPlan } from './undo-plan.js'
export { planUndo } from './undo-run.js'
