/**
 * - `done`: the answer proves that the service did what was asked (the asked-for state, where there is one).
 * - `refused`: the service says that it did not, and a repeat will not help.
 * - `absent`: nothing came of it: the request never arrived, or every look-up says that there is nothing.
 * - `unknown`: the service may have done it. Nobody may call that a success or a failure.
 * - `throttled`: the service asks to come back later, and a repeat does no harm: a read, or a batch of absolute values.
 */
export type Fate = 'done' | 'refused' | 'absent' | 'unknown' | 'throttled'
