import { book, room, type Scenario } from '../shape/index.js'

export const scripts: Scenario = {
  name: 'scripts',
  title: 'Names in ten ways of writing',
  steps: [
    book({
      nights: ['120.00'],
      units: [
        room(
          0,
          { firstName: 'Małgorzata', lastName: "Dąbrowska-O'Hara" },
          { firstName: 'Çağla', lastName: 'Işık' },
          { firstName: 'Δέσποινα', lastName: 'Παπαδοπούλου' },
          { firstName: 'Соломія', lastName: "Лук'яненко" },
        ),
        room(
          0,
          { firstName: 'ليلى', lastName: 'الخطيب' },
          { firstName: 'נועה', lastName: 'בן־דוד' },
          { firstName: 'दीक्षा', lastName: 'श्रीवास्तव' },
        ),
        room(
          1,
          { firstName: 'สุดารัตน์', lastName: 'วงศ์สวัสดิ์' },
          { firstName: '健一', lastName: '髙橋' },
          { firstName: '서연', lastName: '남궁' },
        ),
      ],
    }),
  ],
}
