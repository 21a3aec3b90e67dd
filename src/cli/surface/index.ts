/** The command line as data, for scripts and agents. */

export { namesOf, SURFACE_SCHEMA, surfaceOf } from './surface.js'
