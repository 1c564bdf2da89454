import type { LText, Question } from '../domain/index.ts';

const t = (he: string, en: string): LText => ({ he, en });
const options = (...pairs: readonly (readonly [string, string, string])[]): NonNullable<Question['options']> =>
  pairs.map(([value, he, en]) => ({ value, label: t(he, en) }));

type Draft = Omit<Question, 'stage' | 'scope' | 'source' | 'required' | 'priority' | 'factKey'> & {
  readonly required?: true;
};

/** Asked in this order; required ones come first wherever they stand. */
const bank = (stage: Question['stage'], questions: readonly Draft[]): readonly Question[] =>
  questions.map((question, at) => ({
    required: false,
    priority: at + 1,
    scope: 'project',
    source: 'bank',
    factKey: question.qid.slice(4),
    ...question,
    stage,
  }));

export const ideationBank = bank('ideation', [
  { qid: 'ide.goal', text: t('מה מטרת האירוע?', 'What is the event for?'), type: 'longText', required: true },
  {
    qid: 'ide.type',
    text: t('סוג האירוע', 'Event type'),
    type: 'single',
    options: options(
      ['launch', 'השקה', 'Launch'],
      ['conference', 'כנס', 'Conference'],
      ['exhibition', 'תערוכה', 'Exhibition'],
      ['company', 'אירוע חברה', 'Company event'],
      ['private', 'אירוע פרטי', 'Private event'],
    ),
    allowOther: true,
    required: true,
  },
  { qid: 'ide.date', text: t('מתי?', 'When?'), type: 'date', required: true },
  { qid: 'ide.venue', text: t('איפה?', 'Where?'), type: 'text', required: true },
  {
    qid: 'ide.indoor',
    text: t('פנים או חוץ?', 'Indoor or outdoor?'),
    type: 'single',
    options: options(['indoor', 'פנים', 'Indoor'], ['outdoor', 'חוץ', 'Outdoor'], ['both', 'גם וגם', 'Both']),
    showIf: [{ qid: 'ide.venue', op: 'answered' }],
  },
  {
    qid: 'ide.guests',
    text: t('כמה אורחים?', 'How many guests?'),
    type: 'number',
    min: 1,
    max: 100_000,
    required: true,
  },
  { qid: 'ide.brand', text: t('צבעי מותג', 'Brand colours'), type: 'color' },
  {
    qid: 'ide.mood',
    text: t('אווירה', 'Mood'),
    type: 'multi',
    options: options(
      ['elegant', 'אלגנטי', 'Elegant'],
      ['young', 'צעיר', 'Young'],
      ['natural', 'טבעי', 'Natural'],
      ['tech', 'טכנולוגי', 'Tech'],
      ['festive', 'חגיגי', 'Festive'],
    ),
    allowOther: true,
  },
  { qid: 'ide.must', text: t('מה חייב להיות?', 'What must be there?'), type: 'longText' },
  { qid: 'ide.avoid', text: t('ממה להימנע?', 'What should we avoid?'), type: 'text' },
  { qid: 'ide.budget', text: t('מסגרת תקציב', 'Budget'), type: 'money', required: true },
  {
    qid: 'ide.elements',
    text: t('אילו אלמנטים?', 'Which elements?'),
    type: 'multi',
    options: options(
      ['wall', 'קיר', 'Wall'],
      ['stage', 'במה', 'Stage'],
      ['counter', 'דלפק', 'Counter'],
      ['arch', 'שער', 'Arch'],
      ['photo', 'עמדת צילום', 'Photo corner'],
      ['signage', 'שילוט', 'Signage'],
    ),
    allowOther: true,
  },
]);

export const planningBank = bank('planning', [
  { qid: 'pln.install', text: t('מועד הקמה', 'Install window'), type: 'date', required: true },
  { qid: 'pln.strike', text: t('פירוק', 'Strike'), type: 'date', showIf: [{ qid: 'pln.install', op: 'answered' }] },
  { qid: 'pln.access', text: t('גישה ומעלית', 'Access and lift'), type: 'text' },
  {
    qid: 'pln.power',
    text: t('חשמל באתר', 'Site power'),
    type: 'single',
    options: options(
      ['single', 'חד־פאזי', 'Single phase'],
      ['three', 'תלת־פאזי', 'Three phase'],
      ['none', 'אין', 'None'],
    ),
  },
  {
    qid: 'pln.transport',
    text: t('הובלה', 'Transport'),
    type: 'single',
    options: options(['ours', 'שלנו', 'Ours'], ['client', 'של הלקוח', "The client's"], ['hired', 'מובילים', 'Hired']),
  },
  {
    qid: 'pln.print',
    text: t('מי מספק גרפיקה?', 'Who supplies artwork?'),
    type: 'single',
    options: options(
      ['client', 'הלקוח', 'The client'],
      ['us', 'אנחנו', 'We do'],
      ['agency', 'משרד הפרסום', 'The agency'],
    ),
  },
  {
    qid: 'pln.payment',
    text: t('תנאי תשלום', 'Payment terms'),
    type: 'single',
    options: options(
      ['order', 'במעמד ההזמנה', 'On order'],
      ['eom30', 'שוטף + 30', 'End of month + 30'],
      ['eom60', 'שוטף + 60', 'End of month + 60'],
    ),
    allowOther: true,
  },
  {
    qid: 'pln.night',
    text: t('עבודת לילה?', 'Night work?'),
    type: 'boolean',
    showIf: [{ qid: 'pln.install', op: 'answered' }],
  },
]);

const solutioning = bank('solutioning', [
  { qid: 'sol.size', text: t('מידות סופיות', 'Final size'), type: 'dimension', required: true },
  {
    qid: 'sol.floor',
    text: t('סוג רצפה', 'Floor type'),
    type: 'single',
    options: options(
      ['concrete', 'בטון', 'Concrete'],
      ['carpet', 'שטיח', 'Carpet'],
      ['marble', 'שיש', 'Marble'],
      ['wood', 'פרקט', 'Wood'],
      ['grass', 'דשא', 'Grass'],
    ),
    allowOther: true,
  },
  { qid: 'sol.anchor', text: t('מותר לקדוח?', 'Drilling allowed?'), type: 'boolean' },
  { qid: 'sol.load', text: t('עומס בק״ג', 'Load in kg'), type: 'number', min: 0, max: 100_000, unit: 'kg' },
  {
    qid: 'sol.fire',
    text: t('עמידות אש', 'Fire rating'),
    type: 'single',
    options: options(['none', 'אין דרישה', 'None needed'], ['b1', 'B1', 'B1'], ['m1', 'M1', 'M1']),
    allowOther: true,
  },
  {
    qid: 'sol.split',
    text: t('לכמה חלקים לפצל להובלה?', 'Split for transport into'),
    type: 'number',
    min: 1,
    max: 99,
    showIf: [{ qid: 'sol.size', op: 'answered' }],
  },
  {
    qid: 'sol.engineer',
    text: t('נדרש אישור מהנדס?', 'Engineer sign-off?'),
    type: 'boolean',
    showIf: [{ qid: 'sol.load', op: 'gt', value: 200 }],
  },
]);

/** The solutioning questions about one element: the same ones, each under a qid of its own. */
export const solutioningBank = (elementIds: readonly string[]): readonly Question[] =>
  elementIds.flatMap((elementId) =>
    solutioning.map((question) => ({
      ...question,
      qid: `${question.qid}:${elementId}`,
      scope: elementId,
      ...(question.showIf
        ? { showIf: question.showIf.map((each) => ({ ...each, qid: `${each.qid}:${elementId}` })) }
        : {}),
    })),
  );
