import { plainWord } from '../values/index.js'

/** No name of a column that says what it means is longer. */
const NAME_CHARACTERS = 60

/**
 * What hotels call their columns, without accents and blanks. These words are guesses for a person to confirm, so they may mean other things elsewhere: the names
 * that a push takes by itself stand with the columns.
 */
const WORDS: Readonly<Record<string, string>> = {
  hotel_code:
    'hotelname hotelcode hotelid propertyname haus betrieb hotelnr hotelnummer etablissement codehotel establecimiento propiedad struttura codicehotel propriedade accommodatie obiekt listing listingid',
  room_id:
    'roomtype roomtypeid roomtypecode roomname roomcategory category unit unitname unitcode unittype accommodation apartment apartmentid listing listingid listingname product productid name zimmer zimmertyp zimmerart zimmernr zimmernummer zimmercode zimmerkategorie kategorie wohnung ferienwohnung einheit objekt chambre typedechambre typechambre codechambre logement hebergement appartement habitacion tipodehabitacion tipohabitacion alojamiento apartamento camera tipocamera tipodicamera tipologia alloggio appartamento kamer kamertype kamernaam quarto tipodequarto acomodacao pokoj typpokoju izba soba szoba rum',
  rate_plan_id:
    'rateplanname ratecode rateid ratename rate tarif tarifcode tarifname tarifa ratenplan preisplan planname plantarifaire plantarifario codetarif tariffa pianotariffario tariefplan tarief',
  date: 'day nights datum tag nacht uebernachtung jour nuit dateofstay fecha noche dia notte giorno data dag dzien',
  from: 'start begin beginning arrival arrivaldate checkin checkindate validfrom von ab vom gueltigab gultigab gueltigvon gultigvon beginn startdatum anreise anreisedatum du debut datedebut datededebut arrivee desde inicio fechainicio fechadesde llegada dal da inizio datainizio arrivo van vanaf begindatum aankomst de datainicio od',
  to: 'until till end enddate dateend departure departuredate checkout checkoutdate bis ende enddatum gueltigbis gultigbis abreise abreisedatum au fin datefin datedefin jusquau depart hasta fechafin fechahasta salida al fine datafine partenza tot totenmet einddatum vertrek ate fim datafim do',
  days: 'weekday dayofweek wochentag wochentage joursdelasemaine jours diasdelasemana dias giornidellasettimana giorni weekdagen dagen',
  price:
    'rate tariff adr bar rackrate cost charge baserate retailprice pretaxretailprice pricepernight roomrate dailyrate preis preisprotag preispronacht preisnacht nachtpreis tagespreis zimmerpreis betrag rate tarif uebernachtungspreis prix prixparnuit prixnuit prixttc montant precio precionoche preciopornoche importe tarifa prezzo prezzonotte prezzopernotte tariffa importo prijs prijspernacht tarief bedrag preco diaria valor cena',
  currency: 'waehrung wahrung devise monnaie moneda divisa valuta moeda waluta mena',
  min_stay:
    'minimumlenghtofstay minimumnight mindestaufenthalt mindestnaechte mindestnachte mindestuebernachtungen minaufenthalt minnaechte minnachte minimumaufenthalt sejourminimum sejourmin dureeminimum dureeminimale nuitsminimum nuitsmin minnuits estanciaminima nochesminimas minnoches minimonoches soggiornominimo minnotti nottiminime pernottamentiminimi minimumverblijf minverblijf minnachten estadiaminima minimo',
  max_stay:
    'maximumlenghtofstay maximumnight hoechstaufenthalt hochstaufenthalt maxaufenthalt maxnaechte maxnachte maximalaufenthalt sejourmaximum sejourmax dureemaximum dureemaximale maxnuits estanciamaxima nochesmaximas maxnoches soggiornomassimo maxnotti maximumverblijf maxverblijf estadiamaxima',
  closed:
    'close blocked block soldout gesperrt geschlossen sperre sperrung verkaufsstopp ferme fermee fermeture arretdesventes cerrado cerrada bloqueado cierre chiuso chiusa bloccato stopvendite gesloten fechado zamkniete stop',
  closed_to_arrival:
    'closedarrival anreisegesperrt keineanreise anreisesperre arriveeinterdite pasdarrivee fermealarrivee sinllegada cerradoallegada chiusoallarrivo noarrivo geenaankomst',
  closed_to_departure:
    'closeddeparture abreisegesperrt keineabreise abreisesperre departinterdit pasdedepart fermeaudepart sinsalida cerradoasalida chiusoallapartenza nopartenza geenvertrek',
  availability:
    'allotment roomsleft vacancy vacant vacancies stock units free inventory verfuegbar verfugbar verfuegbarkeit verfugbarkeit frei freiezimmer freieeinheiten anzahl kontingent disponible disponibles disponibilite quantite nombre disponibilidad cupo cantidad disponibilita cameredisponibili quantita beschikbaar beschikbaarheid aantal disponivel disponibilidade wolne dostepne',
}

const BY_WORD = new Map<string, string[]>()
for (const [name, words] of Object.entries(WORDS))
  for (const word of words.split(' ')) BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), name])

/** What the whole name of a column may mean, and what single words of it may; the likeliest first. */
export function meaningsOf(header: string): { whole: readonly string[]; parts: readonly string[] } {
  const words = plainWord(header.slice(0, NAME_CHARACTERS))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const whole = BY_WORD.get(words.join('')) ?? []
  // `Preis in EUR`, `Zimmer / Code`: two neighbours say more than one word.
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`)
  const parts = [...pairs, ...words.filter((word) => word.length > 2)].flatMap((word) => BY_WORD.get(word) ?? [])
  return { whole, parts: [...new Set(parts)].filter((name) => !whole.includes(name)) }
}
