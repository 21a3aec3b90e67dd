import { plainWord } from '../values/index.js'

/** The twelve months by language: full name, the forms that stand in dates, and usual short forms, without accents. */
const LANGUAGES: Readonly<Record<string, string>> = {
  en:
    'january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, september sep sept, ' +
    'october oct, november nov, december dec',
  de:
    'januar janner jan, februar feber feb, marz maerz mrz mar, april apr, mai, juni jun, juli jul, august aug, ' +
    'september sep sept, oktober okt, november nov, dezember dez',
  nl:
    'januari jan, februari feb, maart mrt, april apr, mei, juni jun, juli jul, augustus aug, september sep sept, ' +
    'oktober okt, november nov, december dec',
  fr:
    'janvier janv jan, fevrier fevr fev, mars mar, avril avr, mai, juin, juillet juil, aout, septembre sept sep, ' +
    'octobre oct, novembre nov, decembre dec',
  es:
    'enero ene, febrero feb, marzo mar, abril abr, mayo may, junio jun, julio jul, agosto ago, ' +
    'septiembre setiembre sept sep set, octubre oct, noviembre nov, diciembre dic',
  it:
    'gennaio gen, febbraio feb, marzo mar, aprile apr, maggio mag, giugno giu, luglio lug, agosto ago, ' +
    'settembre set sett, ottobre ott, novembre nov, dicembre dic',
  pt:
    'janeiro jan, fevereiro fev, marco mar, abril abr, maio mai, junho jun, julho jul, agosto ago, setembro set, ' +
    'outubro out, novembro nov, dezembro dez',
  ca:
    'gener gen, febrer feb, marc, abril abr, maig, juny, juliol, agost, setembre set, octubre oct, novembre nov, ' +
    'desembre des',
  sv:
    'januari jan, februari feb, mars mar, april apr, maj, juni jun, juli jul, augusti aug, september sep sept, ' +
    'oktober okt, november nov, december dec',
  da:
    'januar jan, februar feb, marts mar, april apr, maj, juni jun, juli jul, august aug, september sep sept, ' +
    'oktober okt, november nov, december dec',
  no:
    'januar jan, februar feb, mars mar, april apr, mai, juni jun, juli jul, august aug, september sep sept, ' +
    'oktober okt, november nov, desember des',
  is:
    'januar jan, februar feb, mars mar, april apr, mai, juni jun, juli jul, agust, september sep, oktober okt, ' +
    'november nov, desember des',
  fi:
    'tammikuu tammikuuta tammi, helmikuu helmikuuta helmi, maaliskuu maaliskuuta maalis, ' +
    'huhtikuu huhtikuuta huhti, toukokuu toukokuuta touko, kesakuu kesakuuta kesa, heinakuu heinakuuta heina, ' +
    'elokuu elokuuta elo, syyskuu syyskuuta syys, lokakuu lokakuuta loka, marraskuu marraskuuta marras, ' +
    'joulukuu joulukuuta joulu',
  pl:
    'styczen stycznia sty, luty lutego lut, marzec marca mar, kwiecien kwietnia kwi, maj maja, ' +
    'czerwiec czerwca cze, lipiec lipca lip, sierpien sierpnia sie, wrzesien wrzesnia wrz, ' +
    'pazdziernik pazdziernika paz, listopad listopada lis, grudzien grudnia gru',
  cs:
    'leden ledna led, unor unora uno, brezen brezna bre, duben dubna dub, kveten kvetna kve, cerven cervna cvn, ' +
    'cervenec cervence cvc, srpen srpna srp, zari zar, rijen rijna rij, listopad listopadu lis, ' +
    'prosinec prosince pro',
  sk:
    'januar januara jan, februar februara feb, marec marca mar, april aprila apr, maj maja, jun juna, jul jula, ' +
    'august augusta aug, september septembra sep, oktober oktobra okt, november novembra nov, ' +
    'december decembra dec',
  hr:
    'sijecanj sijecnja sij, veljaca veljace velj, ozujak ozujka ozu, travanj travnja tra, svibanj svibnja svi, ' +
    'lipanj lipnja lip, srpanj srpnja srp, kolovoz kolovoza kol, rujan rujna ruj, listopad listopada lis, ' +
    'studeni studenoga studenog stu, prosinac prosinca pro',
  sl:
    'januar januarja jan, februar februarja feb, marec marca mar, april aprila apr, maj maja, junij junija jun, ' +
    'julij julija jul, avgust avgusta avg, september septembra sep, oktober oktobra okt, november novembra nov, ' +
    'december decembra dec',
  hu:
    'januar jan, februar febr feb, marcius marc, aprilis apr, majus maj, junius jun, julius jul, augusztus aug, ' +
    'szeptember szept, oktober okt, november nov, december dec',
  ro:
    'ianuarie ian, februarie feb, martie mar, aprilie apr, mai, iunie iun, iulie iul, august aug, ' +
    'septembrie sept, octombrie oct, noiembrie noi, decembrie dec',
  tr: 'ocak, subat, mart, nisan, mayis, haziran, temmuz, agustos, eylul, ekim, kasim, aralik',
  ru:
    'январь января янв, февраль февраля фев, март марта мар, апрель апреля апр, маи мая, июнь июня июн, ' +
    'июль июля июл, август августа авг, сентябрь сентября сен сент, октябрь октября окт, ноябрь ноября ноя, ' +
    'декабрь декабря дек',
  el:
    'ιανουαριοσ ιανουαριου ιαν, φεβρουαριοσ φεβρουαριου φεβ, μαρτιοσ μαρτιου μαρ, απριλιοσ απριλιου απρ, ' +
    'μαιοσ μαιου μαι, ιουνιοσ ιουνιου ιουν, ιουλιοσ ιουλιου ιουλ, αυγουστοσ αυγουστου αυγ, ' +
    'σεπτεμβριοσ σεπτεμβριου σεπ, οκτωβριοσ οκτωβριου οκτ, νοεμβριοσ νοεμβριου νοε, δεκεμβριοσ δεκεμβριου δεκ',
}

const MONTHS: ReadonlyMap<string, readonly number[]> = monthsByName()

function monthsByName(): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const [at, names] of Object.values(LANGUAGES).flatMap((months) => [...months.split(', ').entries()])) {
    for (const name of names.split(' ')) {
      const months = found.get(name)
      if (months === undefined) found.set(name, [at + 1])
      else if (!months.includes(at + 1)) months.push(at + 1)
    }
  }
  return found
}

/** The months that a name or its usual short form can mean, with or without accents: one for most, `listopad` is October or November, none for other words. */
export function monthsOf(name: string): readonly number[] {
  return MONTHS.get(plainWord(name)) ?? []
}

/** 1 to 12 for a name that means one month in every language; undefined for any other word. */
export function monthOf(name: string): number | undefined {
  const [month, ...others] = monthsOf(name)
  return others.length === 0 ? month : undefined
}
