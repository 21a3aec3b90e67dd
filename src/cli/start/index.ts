/** The screen of the program's name alone. */

export { startScreen, type Surface } from './screen.js'
