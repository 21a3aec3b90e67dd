/** Cities of the generated estate: real places, with their centre, time zone, currency and language. */
export interface City {
  /** As its people write it. */
  name: string
  /** Its label in domain names. */
  label: string
  latitude: number
  longitude: number
  country: string
  timezone: string
  currency: string
  /** Code of the language that names there are in. */
  language: string
  /** Dialling code with area. */
  phone: string
}

type Row = readonly [
  name: string,
  label: string,
  latitude: number,
  longitude: number,
  country: string,
  timezone: string,
  currency: string,
  language: string,
  phone: string,
]

const ROWS: readonly Row[] = [
  ['Lisboa', 'lisboa', 38.7223, -9.1393, 'PT', 'Europe/Lisbon', 'EUR', 'pt', '+351 21'],
  ['Porto', 'porto', 41.1496, -8.611, 'PT', 'Europe/Lisbon', 'EUR', 'pt', '+351 22'],
  ['Madrid', 'madrid', 40.4168, -3.7038, 'ES', 'Europe/Madrid', 'EUR', 'es', '+34 91'],
  ['Sevilla', 'sevilla', 37.3891, -5.9845, 'ES', 'Europe/Madrid', 'EUR', 'es', '+34 95'],
  ['Paris', 'paris', 48.8566, 2.3522, 'FR', 'Europe/Paris', 'EUR', 'fr', '+33 1'],
  ['Lyon', 'lyon', 45.764, 4.8357, 'FR', 'Europe/Paris', 'EUR', 'fr', '+33 4'],
  ['Bruxelles', 'bruxelles', 50.8503, 4.3517, 'BE', 'Europe/Brussels', 'EUR', 'fr', '+32 2'],
  ['Antwerpen', 'antwerpen', 51.2194, 4.4025, 'BE', 'Europe/Brussels', 'EUR', 'nl', '+32 3'],
  ['Amsterdam', 'amsterdam', 52.3676, 4.9041, 'NL', 'Europe/Amsterdam', 'EUR', 'nl', '+31 20'],
  ['Berlin', 'berlin', 52.52, 13.405, 'DE', 'Europe/Berlin', 'EUR', 'de', '+49 30'],
  ['Wien', 'wien', 48.2082, 16.3738, 'AT', 'Europe/Vienna', 'EUR', 'de', '+43 1'],
  ['Zürich', 'zuerich', 47.3769, 8.5417, 'CH', 'Europe/Zurich', 'CHF', 'de', '+41 44'],
  ['Roma', 'roma', 41.9028, 12.4964, 'IT', 'Europe/Rome', 'EUR', 'it', '+39 06'],
  ['Napoli', 'napoli', 40.8518, 14.2681, 'IT', 'Europe/Rome', 'EUR', 'it', '+39 081'],
  ['København', 'koebenhavn', 55.6761, 12.5683, 'DK', 'Europe/Copenhagen', 'DKK', 'da', '+45 33'],
  ['Stockholm', 'stockholm', 59.3293, 18.0686, 'SE', 'Europe/Stockholm', 'SEK', 'sv', '+46 8'],
  ['Helsinki', 'helsinki', 60.1699, 24.9384, 'FI', 'Europe/Helsinki', 'EUR', 'fi', '+358 9'],
  ['Kraków', 'krakow', 50.0647, 19.945, 'PL', 'Europe/Warsaw', 'PLN', 'pl', '+48 12'],
  ['Praha', 'praha', 50.0755, 14.4378, 'CZ', 'Europe/Prague', 'CZK', 'cs', '+420 2'],
  ['Budapest', 'budapest', 47.4979, 19.0402, 'HU', 'Europe/Budapest', 'HUF', 'hu', '+36 1'],
  ['London', 'london', 51.5074, -0.1278, 'GB', 'Europe/London', 'GBP', 'en', '+44 20'],
  ['Dublin', 'dublin', 53.3498, -6.2603, 'IE', 'Europe/Dublin', 'EUR', 'en', '+353 1'],
  ['Washington', 'washington', 38.9072, -77.0369, 'US', 'America/New_York', 'USD', 'en', '+1 202'],
  ['New York', 'new-york', 40.7128, -74.006, 'US', 'America/New_York', 'USD', 'en', '+1 212'],
  ['Toronto', 'toronto', 43.6532, -79.3832, 'CA', 'America/Toronto', 'CAD', 'en', '+1 416'],
  ['Ciudad de México', 'ciudad-de-mexico', 19.4326, -99.1332, 'MX', 'America/Mexico_City', 'MXN', 'es', '+52 55'],
  ['Buenos Aires', 'buenos-aires', -34.6037, -58.3816, 'AR', 'America/Argentina/Buenos_Aires', 'ARS', 'es', '+54 11'],
  ['São Paulo', 'sao-paulo', -23.5505, -46.6333, 'BR', 'America/Sao_Paulo', 'BRL', 'pt', '+55 11'],
  ['Αθήνα', 'athina', 37.9838, 23.7275, 'GR', 'Europe/Athens', 'EUR', 'el', '+30 21'],
  ['Θεσσαλονίκη', 'thessaloniki', 40.6401, 22.9444, 'GR', 'Europe/Athens', 'EUR', 'el', '+30 231'],
  ['Київ', 'kyiv', 50.4501, 30.5234, 'UA', 'Europe/Kyiv', 'UAH', 'uk', '+380 44'],
  ['София', 'sofia', 42.6977, 23.3219, 'BG', 'Europe/Sofia', 'EUR', 'bg', '+359 2'],
  ['თბილისი', 'tbilisi', 41.7151, 44.8271, 'GE', 'Asia/Tbilisi', 'GEL', 'ka', '+995 32'],
  ['İstanbul', 'istanbul', 41.0082, 28.9784, 'TR', 'Europe/Istanbul', 'TRY', 'tr', '+90 212'],
  ['القاهرة', 'cairo', 30.0444, 31.2357, 'EG', 'Africa/Cairo', 'EGP', 'ar', '+20 2'],
  ['دبي', 'dubai', 25.2048, 55.2708, 'AE', 'Asia/Dubai', 'AED', 'ar', '+971 4'],
  ['תל אביב', 'tel-aviv', 32.0853, 34.7818, 'IL', 'Asia/Jerusalem', 'ILS', 'he', '+972 3'],
  ['मुंबई', 'mumbai', 19.076, 72.8777, 'IN', 'Asia/Kolkata', 'INR', 'hi', '+91 22'],
  ['नई दिल्ली', 'new-delhi', 28.6139, 77.209, 'IN', 'Asia/Kolkata', 'INR', 'hi', '+91 11'],
  ['กรุงเทพฯ', 'bangkok', 13.7563, 100.5018, 'TH', 'Asia/Bangkok', 'THB', 'th', '+66 2'],
  ['上海', 'shanghai', 31.2304, 121.4737, 'CN', 'Asia/Shanghai', 'CNY', 'zh', '+86 21'],
  ['台北', 'taipei', 25.033, 121.5654, 'TW', 'Asia/Taipei', 'TWD', 'zh', '+886 2'],
  ['東京', 'tokyo', 35.6762, 139.6503, 'JP', 'Asia/Tokyo', 'JPY', 'ja', '+81 3'],
  ['京都', 'kyoto', 35.0116, 135.7681, 'JP', 'Asia/Tokyo', 'JPY', 'ja', '+81 75'],
  ['서울', 'seoul', 37.5665, 126.978, 'KR', 'Asia/Seoul', 'KRW', 'ko', '+82 2'],
  ['Sydney', 'sydney', -33.8688, 151.2093, 'AU', 'Australia/Sydney', 'AUD', 'en', '+61 2'],
  ['Cape Town', 'cape-town', -33.9249, 18.4241, 'ZA', 'Africa/Johannesburg', 'ZAR', 'en', '+27 21'],
]

/** The cities, in an order that never changes: a generated property's city is its place here. */
export const CITIES: readonly City[] = ROWS.map(
  ([name, label, latitude, longitude, country, timezone, currency, language, phone]) => ({
    name,
    label,
    latitude,
    longitude,
    country,
    timezone,
    currency,
    language,
    phone,
  }),
)

/** What a night that costs 1 EUR costs elsewhere, roughly, and the step that prices there are rounded to. */
export const PRICE_LEVELS: Readonly<Record<string, readonly [factor: number, step: number]>> = {
  EUR: [1, 1],
  CHF: [1.3, 1],
  DKK: [8, 5],
  SEK: [11, 5],
  PLN: [3.6, 5],
  CZK: [21, 10],
  HUF: [310, 100],
  GBP: [1, 1],
  USD: [1.3, 1],
  CAD: [1.6, 1],
  MXN: [16, 10],
  ARS: [1100, 500],
  BRL: [4.4, 5],
  UAH: [30, 10],
  GEL: [2, 1],
  TRY: [32, 10],
  EGP: [40, 10],
  AED: [4.4, 5],
  ILS: [4.2, 5],
  INR: [62, 50],
  THB: [26, 10],
  CNY: [6, 5],
  TWD: [28, 10],
  JPY: [140, 100],
  KRW: [1300, 1000],
  AUD: [1.7, 1],
  ZAR: [14, 10],
}
