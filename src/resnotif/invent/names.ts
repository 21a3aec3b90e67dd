import { ownTable } from '../../foreign-text.js'

/**
 * Names of invented guests by the way of writing: first names, then family names. Common ones of each language, put together at random.
 * Each list is long enough that a thousand reservations do not look alike.
 */
export interface NameList {
  first: readonly string[]
  last: readonly string[]
}

const words = (text: string): readonly string[] => text.split('|')
const names = (first: string, last: string): NameList => ({ first: words(first), last: words(last) })

/** By language; the first eight are of Latin script. */
export const NAMES = ownTable<NameList>({
  en: names(
    'Alice|Grace|Oliver|Harriet|Samuel|Imogen|Edward|Beth|Thomas|Maeve',
    "Ashworth|O'Hara|Pemberton|Whitlock|Smith-Jones|Lovell|MacAllister|Hartley|Quill|Marsh",
  ),
  de: names(
    'Jürgen|Käthe|Sören|Anneliese|Björn|Heidrun|Matthias|Lotte|Günter|Frauke',
    'Müller|Weiß|Schäfer|Groß|von der Heide|Böhm|Köhler|Großmann-Hübner|Jäger|Lüders',
  ),
  fr: names(
    'Zoé|François|Élodie|Jean-Noël|Maëlle|Gaël|Hélène|Loïc|Inès|Théo',
    "Lefèvre|D'Aubigné|Bérenger|L'Hôte|Fontaine|Chênevert|Garçon|Mérieux|Noël|de La Tour",
  ),
  pt: names(
    'João|Conceição|Inês|Tomé|Luísa|António|Beatriz|Simão|Graça|Estêvão',
    'Magalhães|Gonçalves|Simões|Assunção|Brandão|Araújo|Guimarães|Leitão|Falcão|da Câmara',
  ),
  pl: names(
    'Łukasz|Małgorzata|Zbigniew|Grażyna|Michał|Bożena|Wojciech|Agnieszka|Stanisław|Jadwiga',
    'Wiśniewski|Dąbrowska|Kaźmierczak|Żuławska|Śliwa|Błażejczyk|Jabłoński|Rzęsa|Świątek|Łęcki',
  ),
  cs: names(
    'Jiří|Božena|Ondřej|Růžena|Matěj|Zdeňka|Tomáš|Květa|Šimon|Dagmar',
    'Dvořák|Růžičková|Němec|Čapková|Říha|Žáková|Šťastný|Hůlková|Kříž|Machů',
  ),
  tr: names(
    'Ayşe|Çağla|Gökhan|İlknur|Şerif|Özgür|Tuğba|Ülkü|Işıl|Oğuz',
    'Yıldız|Öztürk|Şahin|Çelik|Güneş|Doğan|Kılıç|Işık|Aydın|Koç',
  ),
  vi: names(
    'Thị Hồng|Văn Đức|Ngọc Ánh|Minh Tuấn|Thu Hà|Quốc Bảo|Thanh Trúc|Hữu Phước|Bích Ngọc|Xuân Mai',
    'Nguyễn|Trần|Phạm|Đặng|Hoàng|Vũ|Bùi|Đỗ|Lê|Hồ',
  ),
  el: names(
    'Αθανάσιος|Δέσποινα|Ελευθερία|Γεώργιος|Ιωάννα|Νικόλαος|Χρύσα|Στυλιανός|Μαρία|Κωνσταντίνος',
    'Παπαδόπουλος|Ιωαννίδου|Αλεξίου|Χατζής|Οικονόμου|Βλάχος|Λάμπρου|Σταυρίδης|Μαυρή|Ζαφείρης',
  ),
  uk: names(
    "Олександр|Ярина|Богдан|Соломія|Мар'яна|Тарас|Їлена|Ростислав|Ганна|Ґордій",
    "Шевчук|Коваленко|Лук'яненко|Гончарова|Їжак|Бондар|Щербина|Ґалаґан|Мельник|Юрчишин",
  ),
  ar: names(
    'محمد|فاطمة|خالد|ليلى|يوسف|نور|عمر|هدى|سلمى|زياد',
    'الخطيب|الحداد|بن سعيد|العمري|الشامي|النجار|قاسم|درويش|الصباغ|منصور',
  ),
  he: names('יעל|דוד|נועה|אברהם|תמר|יוסף|שירה|איתן|רחל|עומר', 'כהן|לוי|בן־דוד|מזרחי|פרידמן|אשכנזי|גולן|שפירא|ברק|נחום'),
  hi: names(
    'आनन्द|प्रिया|राजेश|दीक्षा|अमित|श्रुति|विक्रम|मीना|सुरेश|कृतिका',
    'शर्मा|वर्मा|श्रीवास्तव|त्रिपाठी|मिश्रा|गुप्ता|चौधरी|सिंह|जोशी|द्विवेदी',
  ),
  th: names(
    'สมชาย|มาลี|ณัฐพล|สุดารัตน์|ประเสริฐ|กมลวรรณ|ธนากร|วิไล|อนุชา|พิมพ์ใจ',
    'ศรีสุข|ทองคำ|วงศ์สวัสดิ์|บุญมี|แก้วใส|จันทร์เพ็ญ|รัตนกุล|ใจดี|สายทอง|พงษ์ไพร',
  ),
  ja: names(
    '太郎|さくら|健一|美咲|翔太|由美子|大輔|花子|直樹|あゆみ',
    '佐藤|髙橋|渡邊|山﨑|伊藤|小林|斎藤|松本|長谷川|中村',
  ),
  ko: names('민준|서연|지훈|하은|도윤|수빈|예준|지우|은서|현우', '김|이|박|최|정|강|조|윤|장|남궁'),
  zh: names('伟|秀英|志强|丽娜|建国|雅婷|子轩|诗涵|浩然|小芳', '王|李|张|刘|陈|欧阳|赵|黄|周|司马'),
})

export const LANGUAGES = Object.keys(NAMES)
/** How many of them have Latin letters: most guests of most hotels. */
export const LATIN = 8
