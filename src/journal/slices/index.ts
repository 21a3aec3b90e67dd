/** The rows that the journal holds of one hotel, taken out and put in whole: what an estate of many machines passes on. */

export { HotelSlices, type SliceCounts, type SlicedHotel } from './hotel-slices.js'
