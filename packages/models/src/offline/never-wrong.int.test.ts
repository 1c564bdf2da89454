import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';

const folder: Readonly<Record<string, readonly string[]>> = {
  'invoices.csv': [
    'Invoice,client,amount,status,note',
    '1,Alon,500,Paid,',
    '2,Beta,700,Open,x',
    '3,Alon,900,Open,',
    '4,Gal,600,Late,',
    '5,Beta,400,,y',
  ],
  'staff.csv': [
    'name,title,place,salary',
    'Ann,Manager,Shop,9000',
    'Ben,Clerk,Office,6000',
    'Cid,Clerk,Shop,5500',
    'Dan,Store manager,Office,8000',
  ],
  'gaps.csv': ['thing,qty', 'a,4', 'b,', 'c,6'],
  'sold.csv': ['customer,product,qty', 'Ora,Pen,5', 'Gil,Pen,9', 'Ora,Ink,8', 'Tal,Ink,2'],
  'תשלומים.csv': ['סוג,סכום,חודש', 'שכירות,4000,ינואר', 'חשמל,700,ינואר', 'שכירות,4000,פברואר', 'מים,250,פברואר'],
};

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) => {
    for (const [path, lines] of Object.entries(folder)) put(path, Buffer.from(`${lines.join('\n')}\n`));
  });
});
afterAll(() => desk.close());

const answers: readonly (readonly [string, string])[] = [
  // A value that is also an everyday word.
  ['Total amount of paid invoices in invoices.csv', 'over 1 of 5 rows in invoices.csv where status is Paid): 500'],
  ['How many people in staff.csv work in the shop?', '2 of 4 rows in staff.csv where place is Shop.'],
  [
    'What is the average salary of a manager in staff.csv?',
    'over 1 of 4 rows in staff.csv where title is Manager): 9000',
  ],
  // A row without a value is not one with that value.
  ['How many rows of invoices.csv are not Paid?', '4 of 5 rows in invoices.csv where status is not Paid.'],
  // Negation in Hebrew.
  ['סכום בתשלומים.csv בלי שכירות', 'על 2 מתוך 4 שורות בקובץ תשלומים.csv שבהן סוג אינה שכירות): 950'],
  // A count of things whose column is a number.
  ['How many invoices are in invoices.csv?', '5 rows in invoices.csv.'],
  ['How many invoices per client in invoices.csv?', '- Alon: 2'],
  // Each customer is there once.
  ['Top 2 customers by qty in sold.csv', '- Ora: 13\n- Gil: 9'],
  // Two are equal: both are named.
  ['Which client has the most invoices in invoices.csv?', '- Alon: 2\n- Beta: 2'],
  // A column called by the word for a sum.
  ['הצג את השורות בתשלומים.csv שבהן סכום יותר מ-1000', '2 מתוך 4 שורות בקובץ תשלומים.csv שבהן סכום יותר מ-1000'],
  ['סה״כ סכום לפי סוג בתשלומים.csv', '- שכירות: 8000'],
  ['What share of amount is from Alon in invoices.csv?', '45.2% of amount'],
  // What has no value is not counted, and the answer says so.
  ['average qty in gaps.csv', 'Average qty (over all 3 rows in gaps.csv): 5 (qty is empty in 1 of them)'],
  ['median amount in invoices.csv', 'Median amount (over all 5 rows in invoices.csv): 600'],
];
test.each(answers)('%s', async (request, said) => {
  const { text, changed } = await desk.ask(request);
  expect(text).toContain(said);
  expect(changed).toEqual([]);
});

test.each([
  // Told, forbidden or conditional.
  'We already sorted staff.csv by salary',
  'We sorted staff.csv by salary',
  'Replace Alon with Alona in invoices.csv once the boss agrees',
  'Sort staff.csv by salary if Ann agrees',
  "Don't sort staff.csv by salary",
  'Never replace Alon with Alona in invoices.csv',
  'אל תמיין את תשלומים.csv לפי סכום בסדר יורד',
  'כבר מיינו את תשלומים.csv לפי סכום',
  // Words that narrow and that nothing in the table bears out.
  // The largest number of a list says nothing of the largest invoice.
  'What is the largest invoice in invoices.csv?',
  'Total amount of approved invoices in invoices.csv',
  'What is the average salary of a senior manager in staff.csv?',
  'Total amount in invoices.csv for VIP clients',
  'כמה שורות מאושרות יש בתשלומים.csv',
])('is refused and changes nothing: %s', async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([text, isRefusal(text)]).toEqual([text, true]);
  expect(changed).toEqual([]);
});

describe('edits', () => {
  const edits: readonly (readonly [string, string, string])[] = [
    [
      'מיין את תשלומים.csv לפי סכום',
      'תשלומים.csv',
      'סוג,סכום,חודש\nמים,250,פברואר\nחשמל,700,ינואר\nשכירות,4000,ינואר\nשכירות,4000,פברואר\n',
    ],
    [
      'שמור את השורות בתשלומים.csv בלי שכירות בשם rest.csv',
      'rest.csv',
      'סוג,סכום,חודש\nחשמל,700,ינואר\nמים,250,פברואר\n',
    ],
    [
      'replace "Alon" with "Alona" in column client in invoices.csv',
      'invoices.csv',
      'Invoice,client,amount,status,note\n1,Alona,500,Paid,\n2,Beta,700,Open,x\n3,Alona,900,Open,\n4,Gal,600,Late,\n5,Beta,400,,y\n',
    ],
    [
      'delete the rows of invoices.csv where status is Open',
      'invoices.csv',
      'Invoice,client,amount,status,note\n1,Alon,500,Paid,\n4,Gal,600,Late,\n5,Beta,400,,y\n',
    ],
    [
      'change the status of invoice 4 to Paid',
      'invoices.csv',
      'Invoice,client,amount,status,note\n1,Alon,500,Paid,\n2,Beta,700,Open,x\n3,Alon,900,Open,\n4,Gal,600,Paid,\n5,Beta,400,,y\n',
    ],
    [
      'rename the column title to role in staff.csv',
      'staff.csv',
      'name,role,place,salary\nAnn,Manager,Shop,9000\nBen,Clerk,Office,6000\nCid,Clerk,Shop,5500\nDan,Store manager,Office,8000\n',
    ],
    [
      'round salary to the nearest thousand in staff.csv',
      'staff.csv',
      'name,title,place,salary\nAnn,Manager,Shop,9000\nBen,Clerk,Office,6000\nCid,Clerk,Shop,6000\nDan,Store manager,Office,8000\n',
    ],
  ];
  test.each(edits)('%s', async (request, path, bytes) => {
    const { changed, text } = await desk.ask(request);
    expect([text, changed]).toEqual([text, [path]]);
    expect(desk.read(path).toString()).toBe(bytes);
  });

  test('duplicates go, the first of each stays', async () => {
    const twice = Buffer.from('a,b\n1,x\n2,y\n1,x\n1,z\n');
    const { read } = await desk.askWith({ 'twice.csv': twice }, 'remove duplicates from twice.csv');
    expect(read('twice.csv').toString()).toBe('a,b\n1,x\n2,y\n1,z\n');
  });

  test('an edit says which file it was done in when there is only one', async () => {
    const alone = await openDesk(async (put) => put('only.csv', Buffer.from('a,b\nx,1\n')));
    expect((await alone.ask('replace "x" with "z"')).text).toContain('Done in only.csv');
    expect((await alone.ask('What is in this file?')).text).toContain('only.csv: 1 rows, 2 columns.');
    await alone.close();
  });
});
