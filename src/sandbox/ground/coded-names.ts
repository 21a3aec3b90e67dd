/** Standard codes with their English names, in the order of their ids: `code name; code name`. Written down, as the platform's own take 30 ms to read the first one. */
export const CODED = {
  language:
    'en English; de German; fr French; es Spanish; it Italian; nl Dutch; pt Portuguese; pl Polish; cs Czech; ' +
    'sk Slovak; hu Hungarian; ro Romanian; bg Bulgarian; el Greek; tr Turkish; ru Russian; uk Ukrainian; ' +
    'sv Swedish; da Danish; nb Norwegian Bokmål; fi Finnish; et Estonian; lv Latvian; lt Lithuanian; ' +
    'sl Slovenian; hr Croatian; sr Serbian; bs Bosnian; mk Macedonian; sq Albanian; is Icelandic; ga Irish; ' +
    'mt Maltese; ca Catalan; eu Basque; gl Galician; cy Welsh; lb Luxembourgish; ar Arabic; he Hebrew; ' +
    'fa Persian; ur Urdu; hi Hindi; bn Bangla; ta Tamil; te Telugu; mr Marathi; gu Gujarati; pa Punjabi; ' +
    'ne Nepali; si Sinhala; th Thai; vi Vietnamese; id Indonesian; ms Malay; tl Filipino; km Khmer; lo Lao; ' +
    'my Burmese; ja Japanese; ko Korean; zh Chinese; ka Georgian; hy Armenian; az Azerbaijani; kk Kazakh; ' +
    'uz Uzbek; mn Mongolian; af Afrikaans; sw Swahili; am Amharic; zu Zulu',
  currency:
    'EUR Euro; USD US Dollar; GBP British Pound; CHF Swiss Franc; JPY Japanese Yen; CNY Chinese Yuan; ' +
    'AUD Australian Dollar; CAD Canadian Dollar; SEK Swedish Krona; NOK Norwegian Krone; DKK Danish Krone; ' +
    'PLN Polish Zloty; CZK Czech Koruna; HUF Hungarian Forint; RON Romanian Leu; BGN Bulgarian Lev; ' +
    'TRY Turkish Lira; RUB Russian Ruble; UAH Ukrainian Hryvnia; ISK Icelandic Króna; ILS Israeli New Shekel; ' +
    'AED United Arab Emirates Dirham; SAR Saudi Riyal; QAR Qatari Riyal; KWD Kuwaiti Dinar; ' +
    'BHD Bahraini Dinar; OMR Omani Rial; JOD Jordanian Dinar; EGP Egyptian Pound; MAD Moroccan Dirham; ' +
    'TND Tunisian Dinar; ZAR South African Rand; KES Kenyan Shilling; NGN Nigerian Naira; GHS Ghanaian Cedi; ' +
    'TZS Tanzanian Shilling; UGX Ugandan Shilling; ETB Ethiopian Birr; MUR Mauritian Rupee; INR Indian Rupee; ' +
    'PKR Pakistani Rupee; BDT Bangladeshi Taka; LKR Sri Lankan Rupee; NPR Nepalese Rupee; THB Thai Baht; ' +
    'VND Vietnamese Dong; IDR Indonesian Rupiah; MYR Malaysian Ringgit; SGD Singapore Dollar; ' +
    'PHP Philippine Peso; KHR Cambodian Riel; LAK Laotian Kip; MMK Myanmar Kyat; KRW South Korean Won; ' +
    'TWD New Taiwan Dollar; HKD Hong Kong Dollar; MOP Macanese Pataca; NZD New Zealand Dollar; ' +
    'FJD Fijian Dollar; BRL Brazilian Real; ARS Argentine Peso; CLP Chilean Peso; COP Colombian Peso; ' +
    'PEN Peruvian Sol; UYU Uruguayan Peso; PYG Paraguayan Guarani; BOB Bolivian Boliviano; MXN Mexican Peso; ' +
    'GTQ Guatemalan Quetzal; CRC Costa Rican Colón; PAB Panamanian Balboa; DOP Dominican Peso; ' +
    'JMD Jamaican Dollar; TTD Trinidad & Tobago Dollar; BBD Barbadian Dollar; BSD Bahamian Dollar; ' +
    'CUP Cuban Peso; GEL Georgian Lari; AMD Armenian Dram; AZN Azerbaijani Manat; KZT Kazakhstani Tenge; ' +
    'UZS Uzbekistani Som; KGS Kyrgyz Som; MNT Mongolian Tugrik; ALL Albanian Lek; MKD Macedonian Denar; ' +
    'RSD Serbian Dinar; BAM Bosnia-Herzegovina Convertible Mark; MDL Moldovan Leu; BYN Belarusian Ruble; ' +
    'LBP Lebanese Pound; IQD Iraqi Dinar; IRR Iranian Rial; AFN Afghan Afghani; DZD Algerian Dinar; ' +
    'LYD Libyan Dinar; XOF West African CFA Franc; XAF Central African CFA Franc; XPF CFP Franc; ' +
    'SCR Seychellois Rupee; MVR Maldivian Rufiyaa; NAD Namibian Dollar; BWP Botswanan Pula; ' +
    'ZMW Zambian Kwacha; MZN Mozambican Metical; AOA Angolan Kwanza; RWF Rwandan Franc; MGA Malagasy Ariary; ' +
    'HNL Honduran Lempira; NIO Nicaraguan Córdoba; BZD Belize Dollar; HTG Haitian Gourde; ' +
    'XCD East Caribbean Dollar; AWG Aruban Florin; KYD Cayman Islands Dollar; BMD Bermudan Dollar; ' +
    'PGK Papua New Guinean Kina; WST Samoan Tala; TOP Tongan Paʻanga; VUV Vanuatu Vatu; ' +
    'SBD Solomon Islands Dollar; BTN Bhutanese Ngultrum; BND Brunei Dollar; TMT Turkmenistani Manat; ' +
    'TJS Tajikistani Somoni; YER Yemeni Rial; SYP Syrian Pound; SDG Sudanese Pound; SOS Somali Shilling; ' +
    'DJF Djiboutian Franc; ERN Eritrean Nakfa; GMD Gambian Dalasi; GNF Guinean Franc; LRD Liberian Dollar; ' +
    'SLE Sierra Leonean Leone; CVE Cape Verdean Escudo; MRU Mauritanian Ouguiya; ' +
    'STN São Tomé & Príncipe Dobra; BIF Burundian Franc; CDF Congolese Franc; KMF Comorian Franc; ' +
    'LSL Lesotho Loti; SZL Swazi Lilangeni; MWK Malawian Kwacha; ZWG Zimbabwean Gold; ' +
    'SSP South Sudanese Pound; SRD Surinamese Dollar; GYD Guyanaese Dollar; VES Venezuelan Bolívar; ' +
    'ANG Netherlands Antillean Guilder; XCG Caribbean guilder; SHP St. Helena Pound; ' +
    'FKP Falkland Islands Pound; GIP Gibraltar Pound; KPW North Korean Won',
  country:
    'DE Germany; AT Austria; CH Switzerland; FR France; IT Italy; ES Spain; PT Portugal; NL Netherlands; ' +
    'BE Belgium; LU Luxembourg; GB United Kingdom; IE Ireland; US United States; CA Canada; AU Australia; ' +
    'NZ New Zealand; JP Japan; CN China; KR South Korea; TW Taiwan; HK Hong Kong SAR China; ' +
    'MO Macao SAR China; SG Singapore; MY Malaysia; TH Thailand; VN Vietnam; ID Indonesia; PH Philippines; ' +
    'IN India; PK Pakistan; BD Bangladesh; LK Sri Lanka; NP Nepal; MV Maldives; AE United Arab Emirates; ' +
    'SA Saudi Arabia; QA Qatar; KW Kuwait; BH Bahrain; OM Oman; JO Jordan; IL Israel; LB Lebanon; TR Türkiye; ' +
    'GR Greece; CY Cyprus; MT Malta; BG Bulgaria; RO Romania; HU Hungary; CZ Czechia; SK Slovakia; PL Poland; ' +
    'SI Slovenia; HR Croatia; RS Serbia; BA Bosnia & Herzegovina; ME Montenegro; MK North Macedonia; ' +
    'AL Albania; XK Kosovo; MD Moldova; UA Ukraine; BY Belarus; RU Russia; EE Estonia; LV Latvia; ' +
    'LT Lithuania; FI Finland; SE Sweden; NO Norway; DK Denmark; IS Iceland; FO Faroe Islands; GL Greenland; ' +
    'GE Georgia; AM Armenia; AZ Azerbaijan; KZ Kazakhstan; UZ Uzbekistan; KG Kyrgyzstan; TJ Tajikistan; ' +
    'TM Turkmenistan; MN Mongolia; EG Egypt; MA Morocco; TN Tunisia; DZ Algeria; LY Libya; ZA South Africa; ' +
    'NA Namibia; BW Botswana; ZW Zimbabwe; ZM Zambia; MZ Mozambique; TZ Tanzania; KE Kenya; UG Uganda; ' +
    'RW Rwanda; BI Burundi; ET Ethiopia; ER Eritrea; DJ Djibouti; SO Somalia; SD Sudan; SS South Sudan; ' +
    'NG Nigeria; GH Ghana; CI Côte d’Ivoire; SN Senegal; ML Mali; BF Burkina Faso; NE Niger; TD Chad; ' +
    'CM Cameroon; GA Gabon; CG Congo - Brazzaville; CD Congo - Kinshasa; AO Angola; GQ Equatorial Guinea; ' +
    'ST São Tomé & Príncipe; CV Cape Verde; GM Gambia; GW Guinea-Bissau; GN Guinea; SL Sierra Leone; ' +
    'LR Liberia; TG Togo; BJ Benin; MR Mauritania; MG Madagascar; MU Mauritius; SC Seychelles; KM Comoros; ' +
    'RE Réunion; YT Mayotte; MX Mexico; GT Guatemala; BZ Belize; HN Honduras; SV El Salvador; NI Nicaragua; ' +
    'CR Costa Rica; PA Panama; CU Cuba; DO Dominican Republic; HT Haiti; JM Jamaica; BS Bahamas; BB Barbados; ' +
    'TT Trinidad & Tobago; LC St. Lucia; VC St. Vincent & Grenadines; GD Grenada; AG Antigua & Barbuda; ' +
    'DM Dominica; KN St. Kitts & Nevis; AW Aruba; CW Curaçao; SX Sint Maarten; BQ Caribbean Netherlands; ' +
    'PR Puerto Rico; VI U.S. Virgin Islands; VG British Virgin Islands; KY Cayman Islands; BM Bermuda; ' +
    'TC Turks & Caicos Islands; AI Anguilla; MS Montserrat; GP Guadeloupe; MQ Martinique; BL St. Barthélemy; ' +
    'MF St. Martin; GF French Guiana; GY Guyana; SR Suriname; BR Brazil; AR Argentina; CL Chile; CO Colombia; ' +
    'PE Peru; EC Ecuador; BO Bolivia; PY Paraguay; UY Uruguay; VE Venezuela; FK Falkland Islands; FJ Fiji; ' +
    'PG Papua New Guinea; SB Solomon Islands; VU Vanuatu; NC New Caledonia; PF French Polynesia; WS Samoa; ' +
    'TO Tonga; TV Tuvalu; KI Kiribati; NR Nauru; PW Palau; FM Micronesia; MH Marshall Islands; ' +
    'CK Cook Islands; NU Niue; TK Tokelau; GU Guam; MP Northern Mariana Islands; AS American Samoa; ' +
    'AD Andorra; MC Monaco; SM San Marino; VA Vatican City; LI Liechtenstein; GI Gibraltar; IM Isle of Man; ' +
    'JE Jersey; GG Guernsey; AX Åland Islands; KH Cambodia; LA Laos; MM Myanmar (Burma); BN Brunei; ' +
    'TL Timor-Leste; BT Bhutan; AF Afghanistan; IR Iran; IQ Iraq; SY Syria; YE Yemen; ' +
    'PS Palestinian Territories',
} as const
