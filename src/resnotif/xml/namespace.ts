/** The namespace of OpenTravel's messages. */
export const OTA_NAMESPACE = 'http://www.opentravel.org/OTA/2003/05'
