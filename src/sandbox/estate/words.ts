/**
 * Words of the generated estate, by language. A word is `local` or, where the script is not Latin, `local=latin`.
 * leads: what a hotel, an apartment house, a guest house and a hostel are called. All house names made of them are invented.
 * rooms: single, double, twin and family room, suite, bed in a dormitory, studio; then breakfast and parking.
 */
export interface Words {
  /** Where the lead stands, and whether a space parts it from the name. */
  order: 'first' | 'last' | 'glued'
  leads: string
  cores: string
  streets: string
  rooms: string
}

export const WORDS: Readonly<Record<string, Words>> = {
  pt: {
    order: 'first',
    leads: 'Hotel|Apartamentos|Casa|Hostel',
    cores:
      'do Limoeiro|da Gaivota|das Oliveiras|do Farol Velho|Azulejo Branco|da Ribeira Mansa|do Pinhal|Maré Alta|do Moinho|da Cotovia|das Amendoeiras|Vento Norte',
    streets: 'Rua do Poço|Travessa das Flores|Largo do Chafariz|Rua das Escadinhas|Avenida da Fonte',
    rooms:
      'Quarto individual|Quarto duplo|Quarto twin|Quarto familiar|Suite|Cama em dormitório|Estúdio|Pequeno-almoço|Estacionamento',
  },
  es: {
    order: 'first',
    leads: 'Hotel|Apartamentos|Casa|Hostal',
    cores:
      'del Naranjo|La Golondrina|Patio Sereno|de la Fuente Clara|Los Olivares|El Mirlo|Puerta del Alba|Luna de Abril|Jardín del Pozo|Las Acacias|El Viejo Telar|Tres Limones',
    streets: 'Calle del Pozo|Plaza de las Flores|Calle de la Fuente|Paseo de los Tilos|Calle del Molino',
    rooms:
      'Habitación individual|Habitación doble|Habitación con dos camas|Habitación familiar|Suite|Cama en dormitorio|Estudio|Desayuno|Aparcamiento',
  },
  fr: {
    order: 'first',
    leads: 'Hôtel|Résidence|Maison|Auberge',
    cores:
      'du Vieux Tilleul|des Hirondelles|de la Passerelle|Belle Clairière|du Petit Quai|des Trois Lanternes|du Verger|Lune Claire|de l’Orangerie|des Ormes|du Colombier|Rive Douce',
    streets: 'Rue des Lavandières|Quai du Moulin|Rue du Puits|Place des Marronniers|Rue de la Fontaine',
    rooms:
      'Chambre simple|Chambre double|Chambre à deux lits|Chambre familiale|Suite|Lit en dortoir|Studio|Petit-déjeuner|Parking',
  },
  nl: {
    order: 'first',
    leads: 'Hotel|Appartementen|Huis|Hostel',
    cores:
      'De Zilvermeeuw|Het Lindeplein|Waterkant|De Oude Spil|Vlierhof|De Blauwe Reiger|Molenzicht|Het Groene Luik|De Kaai|Zonnedauw|De Drie Wilgen|Havenlicht',
    streets: 'Lindelaan|Kaaistraat|Molenweg|Brouwersplein|Wilgenpad',
    rooms:
      'Eenpersoonskamer|Tweepersoonskamer|Kamer met twee bedden|Familiekamer|Suite|Bed in slaapzaal|Studio|Ontbijt|Parkeerplaats',
  },
  de: {
    order: 'first',
    leads: 'Hotel|Apartments|Pension|Hostel',
    cores:
      'Lindengarten|Zur Goldammer|Am Mühlbach|Sonnenhof|Kastanienhof|Blaue Stunde|Zum Alten Speicher|Morgenrot|Birkenweg|Seelilie|Drei Eichen|Am Obstmarkt',
    streets: 'Gartengasse|Mühlenweg|Lindenplatz|Am Brunnen|Kastanienallee',
    rooms:
      'Einzelzimmer|Doppelzimmer|Zweibettzimmer|Familienzimmer|Suite|Bett im Schlafsaal|Studio|Frühstück|Parkplatz',
  },
  it: {
    order: 'first',
    leads: 'Albergo|Appartamenti|Casa|Ostello',
    cores:
      'del Melograno|La Rondine|Corte Serena|dei Tre Pini|Fonte Chiara|del Gelsomino|Vicolo Quieto|Terrazza Luna|Il Vecchio Telaio|delle Ginestre|Porta del Sole|La Lanterna Blu',
    streets: 'Via del Pozzo|Piazza dei Fiori|Vicolo della Fonte|Via dei Tigli|Salita del Mulino',
    rooms:
      'Camera singola|Camera doppia|Camera a due letti|Camera familiare|Suite|Letto in dormitorio|Monolocale|Colazione|Parcheggio',
  },
  da: {
    order: 'first',
    leads: 'Hotel|Lejligheder|Gæstehus|Vandrerhjem',
    cores: 'Mågen|Lindegården|Den Blå Havn|Fyrtårnet|Solsorten|Hyldehaven|Strandlyset|Møllen|Nordlyset|Birkelund',
    streets: 'Lindevej|Møllegade|Havnestien|Brøndstræde|Hyldevænget',
    rooms:
      'Enkeltværelse|Dobbeltværelse|Værelse med to senge|Familieværelse|Suite|Seng på sovesal|Studio|Morgenmad|Parkering',
  },
  sv: {
    order: 'first',
    leads: 'Hotell|Lägenheter|Pensionat|Vandrarhem',
    cores: 'Björklunden|Måsen|Gamla Kvarnen|Norrsken|Fyren|Syrenen|Skärgårdsljus|Blåsippan|Lindhagen|Tre Tallar',
    streets: 'Lindgatan|Kvarnvägen|Hamnstigen|Brunnsgränd|Syrengatan',
    rooms: 'Enkelrum|Dubbelrum|Tvåbäddsrum|Familjerum|Svit|Säng i sovsal|Studio|Frukost|Parkering',
  },
  fi: {
    order: 'last',
    leads: 'Hotelli|Huoneistot|Majatalo|Retkeilymaja',
    cores: 'Koivuranta|Lokki|Vanha Mylly|Revontuli|Pihlaja|Sinivuokko|Tyyni|Majakka|Kuusikko|Aamurusko',
    streets: 'Lehmuskuja|Myllytie|Satamapolku|Kaivokatu|Koivutie',
    rooms:
      'Yhden hengen huone|Kahden hengen huone|Kahden vuoteen huone|Perhehuone|Sviitti|Vuode makuusalissa|Studio|Aamiainen|Pysäköinti',
  },
  pl: {
    order: 'first',
    leads: 'Hotel|Apartamenty|Dom|Hostel',
    cores:
      'Pod Lipami|Jaskółka|Stary Młyn|Złota Brzoza|Nad Potokiem|Biały Bez|Wschodni Ogród|Cicha Przystań|Pod Trzema Dębami|Zielona Brama',
    streets: 'ul. Lipowa|ul. Młyńska|ul. Ogrodowa|plac Kwiatowy|ul. Źródlana',
    rooms:
      'Pokój jednoosobowy|Pokój dwuosobowy|Pokój z dwoma łóżkami|Pokój rodzinny|Apartament|Łóżko w sali|Studio|Śniadanie|Parking',
  },
  cs: {
    order: 'first',
    leads: 'Hotel|Apartmány|Penzion|Hostel',
    cores:
      'U Staré Lípy|Vlaštovka|U Mlýna|Zlatá Bříza|Nad Potokem|Šeříkový Dvůr|Tichá Zahrada|U Tří Dubů|Modrá Lucerna|Ranní Rosa',
    streets: 'Lipová|Mlýnská|Zahradní|Květinové náměstí|Studniční',
    rooms:
      'Jednolůžkový pokoj|Dvoulůžkový pokoj|Pokoj se dvěma lůžky|Rodinný pokoj|Apartmá|Lůžko ve společném pokoji|Studio|Snídaně|Parkování',
  },
  hu: {
    order: 'last',
    leads: 'Szálloda|Apartmanok|Panzió|Hostel',
    cores: 'Fecske|Hársfa|Öreg Malom|Arany Nyír|Csendes Kert|Orgona|Kék Lámpás|Három Tölgy|Hajnal|Folyópart',
    streets: 'Hársfa utca|Malom utca|Kert utca|Virág tér|Forrás utca',
    rooms:
      'Egyágyas szoba|Kétágyas szoba|Szoba két külön ággyal|Családi szoba|Lakosztály|Ágy közös hálóteremben|Stúdió|Reggeli|Parkoló',
  },
  en: {
    order: 'last',
    leads: 'Hotel|Apartments|House|Hostel',
    cores:
      'The Copper Kettle|Larksfoot|Old Ropewalk|The Quiet Heron|Millrace|Three Lanterns|Bramble Court|The Paper Boat|Foxglove|Harbour Stair|The Walled Garden|Kestrel Yard|Slate & Thistle|Weathervane',
    streets: 'Mill Lane|Well Street|Garden Row|Linden Road|Foundry Street',
    rooms: 'Single room|Double room|Twin room|Family room|Suite|Bed in a dormitory|Studio|Breakfast|Parking',
  },
}
