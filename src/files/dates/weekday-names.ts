import { plainWord } from '../values/index.js'

/** The seven weekdays from Monday on, by language: full names and usual short forms, without accents. */
const LANGUAGES: Readonly<Record<string, string>> = {
  English:
    'monday mon mo, tuesday tue tues tu, wednesday wed we, thursday thu thur thurs th, friday fri fr, ' +
    'saturday sat sa, sunday sun su',
  German:
    'montag mo, dienstag di die, mittwoch mi mit, donnerstag do don, freitag fr fre, samstag sonnabend sa sam, ' +
    'sonntag so son',
  Dutch:
    'maandag ma maa, dinsdag di din, woensdag wo woe, donderdag do don, vrijdag vr vri, zaterdag za zat, ' +
    'zondag zo zon',
  French: 'lundi lun lu, mardi mar ma, mercredi mer me, jeudi jeu je, vendredi ven ve, samedi sam sa, dimanche dim di',
  Spanish:
    'lunes lun lu, martes mar ma, miercoles mie mi, jueves jue ju, viernes vie vi, sabado sab sa, ' + 'domingo dom do',
  Italian:
    'lunedi lun lu, martedi mar ma, mercoledi mer me, giovedi gio gi, venerdi ven ve, sabato sab sa, ' +
    'domenica dom do',
  Portuguese: 'segunda seg, terca ter, quarta qua, quinta qui, sexta sex, sabado sab, domingo dom',
  Romanian: 'luni lun lu, marti mar ma, miercuri mie mi, joi jo, vineri vin vi, sambata sam sa, duminica dum du',
  Polish:
    'poniedzialek pon pn, wtorek wto wt, sroda sro sr, czwartek czw cz, piatek pia pt, sobota sob so sb, ' +
    'niedziela niedz ndz nd ni',
  Czech: 'pondeli pon po, utery ute ut, streda str st, ctvrtek ctv ct, patek pat pa, sobota sob so, nedele ned ne',
  Slovak: 'pondelok pon po, utorok uto ut, streda str st, stvrtok stv, piatok pia pi, sobota sob so, nedela ned ne',
  Croatian:
    'ponedjeljak pon po, utorak uto ut, srijeda sri sr, cetvrtak cet ce, petak pet pe, subota sub su, ' +
    'nedjelja ned ne',
  Slovenian:
    'ponedeljek pon po, torek tor to, sreda sre sr, cetrtek cet ce, petek pet pe, sobota sob so, nedelja ned ne',
  Hungarian: 'hetfo, kedd, szerda sze, csutortok csut, pentek, szombat szo, vasarnap vas',
  Swedish:
    'mandag man ma, tisdag tis ti, onsdag ons on, torsdag tor tors to, fredag fre fr, lordag lor lo, ' +
    'sondag son so',
  Danish:
    'mandag man ma, tirsdag tir ti, onsdag ons on, torsdag tor tors to, fredag fre fr, lordag lor lo, ' +
    'sondag son so',
  Finnish: 'maanantai ma, tiistai ti, keskiviikko ke, torstai to, perjantai pe, lauantai la, sunnuntai su',
  Turkish:
    'pazartesi pzt pt, sali sal sa, carsamba car ca, persembe per pe, cuma cum cu, cumartesi cmt ct, ' + 'pazar paz pa',
  Russian: 'понедельник пн, вторник вт, среда ср, четверг чт, пятница пт, суббота сб, воскресенье вс',
  Greek: 'δευτερα δευ, τριτη τρι, τεταρτη τετ, πεμπτη πεμ, παρασκευη παρ, σαββατο σαβ, κυριακη κυρ',
}

const TABLES: readonly { language: string; days: ReadonlyMap<string, number> }[] = Object.entries(LANGUAGES).map(
  ([language, days]) => ({
    language,
    days: new Map(days.split(', ').flatMap((names, day) => names.split(' ').map((name) => [name, day] as const))),
  }),
)

/** Weekdays of one language: 0 = Monday, in the order of the words. */
interface WeekdaysIn {
  language: string
  days: readonly number[]
}

/** What words mean in each language that knows all of them. */
export function weekdaysOf(words: readonly string[]): WeekdaysIn[] {
  const plain = words.map(plainWord)
  return TABLES.flatMap(({ language, days }) => {
    const found = plain.map((word) => days.get(word))
    return found.every((day) => day !== undefined) ? [{ language, days: found }] : []
  })
}

/** The weekdays that a word can mean in any language, as a mask with bit 0 = Monday; 0 for other words. */
export function weekdayMask(word: string): number {
  let mask = 0
  for (const { days } of weekdaysOf([word])) mask |= 1 << (days[0] as number)
  return mask
}
