/** Names of months in English, German, Dutch, French, Spanish, Italian and Portuguese. None of them means two months. */
const NAMES = [
  'jan january januar janner januari janvier janv enero ene gennaio gen janeiro',
  'feb february februar februari fevrier fevr fev febrero febbraio fevereiro',
  'mar march marz maerz mrz maart mrt mars marzo marco',
  'apr april avril avr abril abr aprile',
  'may mai mei mayo maggio mag maio',
  'jun june juni juin junio giugno giu junho',
  'jul july juli juillet juil julio luglio lug julho',
  'aug august augustus aout agosto ago',
  'sep sept september septembre septiembre settembre set setembro',
  'oct october okt oktober octobre octubre ottobre ott outubro out',
  'nov november novembre noviembre novembro',
  'dec december dez dezember decembre diciembre dic dicembre dezembro',
] as const

const MONTHS: ReadonlyMap<string, number> = new Map(NAMES.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)))

/** 1 to 12 for a name or its usual short form, with or without accents; undefined for any other word. */
export function monthOf(name: string): number | undefined {
  return MONTHS.get(name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
}
