import type { Words } from './words.js'

/** Words in languages with other scripts than Latin, and Turkish; each name with its Latin form. */
export const SCRIPT_WORDS: Readonly<Record<string, Words>> = {
  el: {
    order: 'first',
    leads: 'Ξενοδοχείο=Xenodochio|Διαμερίσματα=Diamerismata|Ξενώνας=Xenonas|Χόστελ=Hostel',
    cores:
      'Αυγή=Avgi|Λεμονιά=Lemonia|Γλαρόνι=Glaroni|Παλιός Μύλος=Palios Mylos|Ήσυχη Αυλή=Isychi Avli|Κυπαρίσσι=Kyparissi|Φάρος=Faros|Μελισσάνθη=Melissanthi|Πέτρινη Σκάλα=Petrini Skala|Ρόδι=Rodi',
    streets: 'Οδός Λεμονιάς|Οδός Πηγής|Πλατεία Ανθέων|Οδός Μύλου|Οδός Κήπων',
    rooms:
      'Μονόκλινο δωμάτιο|Δίκλινο δωμάτιο|Δωμάτιο με δύο κρεβάτια|Οικογενειακό δωμάτιο|Σουίτα|Κρεβάτι σε κοιτώνα|Στούντιο|Πρωινό|Χώρος στάθμευσης',
  },
  uk: {
    order: 'first',
    leads: 'Готель=Hotel|Апартаменти=Apartamenty|Садиба=Sadyba|Хостел=Khostel',
    cores:
      'Ластівка=Lastivka|Старий Млин=Staryi Mlyn|Липовий Двір=Lypovyi Dvir|Калина=Kalyna|Тиха Гавань=Tykha Havan|Світанок=Svitanok|Срібна Роса=Sribna Rosa|Три Дуби=Try Duby|Над Яром=Nad Yarom|Синій Ліхтар=Synii Likhtar',
    streets: 'вул. Липова|вул. Млинова|вул. Садова|площа Квітів|вул. Джерельна',
    rooms:
      'Одномісний номер|Двомісний номер|Номер з двома ліжками|Сімейний номер|Люкс|Ліжко у спільній кімнаті|Студія|Сніданок|Паркування',
  },
  bg: {
    order: 'first',
    leads: 'Хотел=Hotel|Апартаменти=Apartamenti|Къща=Kashta|Хостел=Hostel',
    cores:
      'Лястовица=Lyastovitsa|Старата Воденица=Starata Vodenitsa|Липите=Lipite|Бяла Бреза=Byala Breza|Тих Кът=Tih Kat|Зора=Zora|Росен=Rosen|Трите Дъба=Trite Daba|Синият Фенер=Siniyat Fener|Нар=Nar',
    streets: 'ул. Липова|ул. Воденична|ул. Градинска|пл. Цветен|ул. Изворна',
    rooms:
      'Единична стая|Двойна стая|Стая с две легла|Семейна стая|Апартамент|Легло в обща стая|Студио|Закуска|Паркинг',
  },
  ka: {
    order: 'first',
    leads: 'სასტუმრო=Sastumro|აპარტამენტები=Apartamentebi|სახლი=Sakhli|ჰოსტელი=Hosteli',
    cores:
      'მერცხალი=Mertskhali|ძველი წისქვილი=Dzveli Tsiskvili|ცაცხვი=Tsatskhvi|განთიადი=Gantiadi|ბროწეული=Brotseuli|წყნარი ეზო=Tsqnari Ezo|სამი მუხა=Sami Mukha|ლურჯი ფარანი=Lurji Parani|ვაზი=Vazi|ნამი=Nami',
    streets: 'ცაცხვის ქუჩა|წისქვილის ქუჩა|ბაღის ქუჩა|ყვავილების მოედანი|წყაროს ქუჩა',
    rooms:
      'ერთადგილიანი ოთახი|ორადგილიანი ოთახი|ოთახი ორი საწოლით|საოჯახო ოთახი|ლუქსი|საწოლი საერთო ოთახში|სტუდიო|საუზმე|პარკინგი',
  },
  tr: {
    order: 'last',
    leads: 'Otel|Apart|Konukevi|Hostel',
    cores: 'Kırlangıç|Eski Değirmen|Ihlamur|Gümüş Çiy|Sakin Bahçe|Şafak|Nar Ağacı|Üç Meşe|Mavi Fener|İskele',
    streets: 'Ihlamur Sokak|Değirmen Caddesi|Bahçe Sokak|Çiçek Meydanı|Pınar Sokak',
    rooms: 'Tek kişilik oda|Çift kişilik oda|İki yataklı oda|Aile odası|Süit|Yatakhanede yatak|Stüdyo|Kahvaltı|Otopark',
  },
  ar: {
    order: 'first',
    leads: 'فندق=Funduq|شقق=Shuqaq|بيت=Bayt|نزل=Nuzul',
    cores:
      'السنونو=Al Sununu|الطاحونة القديمة=Al Tahuna|الياسمين الأبيض=Yasmin Abyad|الفجر=Al Fajr|الرمان=Al Rumman|الحديقة الهادئة=Al Hadiqa|الفانوس الأزرق=Al Fanus|النخلات الثلاث=Al Nakhlat|الندى=Al Nada|المنارة=Al Manara',
    streets: 'شارع الياسمين|شارع الطاحونة|شارع الحديقة|ميدان الزهور|شارع النبع',
    rooms: 'غرفة مفردة|غرفة مزدوجة|غرفة بسريرين|غرفة عائلية|جناح|سرير في غرفة مشتركة|استوديو|إفطار|موقف سيارات',
  },
  he: {
    order: 'first',
    leads: 'מלון=Malon|דירות=Dirot|בית=Bayit|אכסניית=Achsaniyat',
    cores:
      'הסנונית=HaSnunit|הטחנה הישנה=HaTachana|הרימון=HaRimon|השחר=HaShachar|הגן השקט=HaGan HaShaket|הפנס הכחול=HaPanas|שלושת האלונים=Shloshet HaAlonim|הטל=HaTal|המגדלור=HaMigdalor|היסמין=HaYasmin',
    streets: 'רחוב הרימון|רחוב הטחנה|רחוב הגן|כיכר הפרחים|רחוב המעיין',
    rooms: 'חדר יחיד|חדר זוגי|חדר עם שתי מיטות|חדר משפחתי|סוויטה|מיטה בחדר משותף|סטודיו|ארוחת בוקר|חניה',
  },
  hi: {
    order: 'last',
    leads: 'होटल=Hotel|अपार्टमेंट=Apartment|भवन=Bhavan|छात्रावास=Hostel',
    cores:
      'अबाबील=Ababeel|पुरानी चक्की=Purani Chakki|चमेली=Chameli|सवेरा=Savera|अनार=Anaar|शांत बाग़=Shaant Bagh|नीला दीपक=Neela Deepak|तीन पीपल=Teen Peepal|ओस=Os|केसर आँगन=Kesar Aangan',
    streets: 'चमेली मार्ग|चक्की गली|बाग़ मार्ग|फूल चौक|झरना मार्ग',
    rooms: 'एकल कमरा|डबल कमरा|दो बिस्तरों वाला कमरा|पारिवारिक कमरा|सुइट|साझा कमरे में बिस्तर|स्टूडियो|नाश्ता|पार्किंग',
  },
  th: {
    order: 'first',
    leads: 'โรงแรม=Rongraem|อพาร์ตเมนต์=Apartment|เรือน=Ruean|โฮสเทล=Hostel',
    cores:
      'นกนางแอ่น=Nok Nang Aen|โรงสีเก่า=Rong Si Kao|ลีลาวดี=Lilawadi|รุ่งอรุณ=Rung Arun|ทับทิม=Thapthim|สวนเงียบ=Suan Ngiap|โคมฟ้า=Khom Fa|สามต้นไทร=Sam Ton Sai|หยาดน้ำค้าง=Yat Namkhang|ริมน้ำ=Rim Nam',
    streets: 'ถนนลีลาวดี|ซอยโรงสี|ถนนสวน|จัตุรัสดอกไม้|ซอยน้ำพุ',
    rooms: 'ห้องเดี่ยว|ห้องเตียงใหญ่|ห้องสองเตียง|ห้องครอบครัว|ห้องสวีท|เตียงในห้องพักรวม|สตูดิโอ|อาหารเช้า|ที่จอดรถ',
  },
  zh: {
    order: 'glued',
    leads: '酒店=Hotel|公寓=Apartments|客栈=Inn|青年旅舍=Hostel',
    cores:
      '燕归=Yangui|老磨坊=Lao Mofang|桂花里=Guihua Li|晨曦=Chenxi|石榴院=Shiliu Yuan|静园=Jingyuan|蓝灯=Landeng|三槐=Sanhuai|清露=Qinglu|听雨=Tingyu',
    streets: '桂花路|磨坊街|园林路|花广场|清泉路',
    rooms: '单人房|大床房|双床房|家庭房|套房|多人间床位|一室公寓|早餐|停车位',
  },
  ja: {
    order: 'glued',
    leads: 'ホテル=Hotel|アパートメント=Apartment|の宿=Yado|ホステル=Hostel',
    cores:
      'すみれ=Sumire|水車=Suisha|つばめ=Tsubame|朝霧=Asagiri|柘榴=Zakuro|静庭=Shizuniwa|青灯=Aotou|三本松=Sanbonmatsu|露草=Tsuyukusa|川音=Kawane',
    streets: '桜通り|水車町|庭園通り|花広場|泉町',
    rooms: 'シングルルーム|ダブルルーム|ツインルーム|ファミリールーム|スイート|ドミトリーベッド|スタジオ|朝食|駐車場',
  },
  ko: {
    order: 'last',
    leads: '호텔=Hotel|아파트=Apartments|한옥=Hanok|호스텔=Hostel',
    cores:
      '제비=Jebi|옛 방앗간=Yet Bangatgan|들국화=Deulgukhwa|새벽빛=Saebyeokbit|석류=Seongnyu|고요한 뜰=Goyohan Tteul|푸른 등불=Pureun Deungbul|세 그루 소나무=Se Geuru Sonamu|이슬=Iseul|물가=Mulga',
    streets: '들국화길|방앗간로|정원길|꽃광장|샘물길',
    rooms: '싱글룸|더블룸|트윈룸|패밀리룸|스위트룸|도미토리 침대|스튜디오|조식|주차',
  },
}
