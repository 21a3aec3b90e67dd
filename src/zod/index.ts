/**
 * The parts of zod that we use, under their own names, with types that a compiler reads in no time: a schema is known by the values that it takes and
 * gives, an object by its fields as well. zod's own types say far more of each schema than anything here asks. At run time this is zod.
 */

export * from './kinds.js'
export * from './make.js'
