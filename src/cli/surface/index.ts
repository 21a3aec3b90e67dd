/** The command line as data, for scripts and agents. */

export { SURFACE_SCHEMA, surfaceOf } from './surface.js'
