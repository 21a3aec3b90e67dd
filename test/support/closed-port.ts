/**
 * A port at which nothing listens: one that no server of a test is given. A port that was free a moment ago will not do:
 * the server of another test may be given it before the test is over.
 */
export const CLOSED_PORT = 1
