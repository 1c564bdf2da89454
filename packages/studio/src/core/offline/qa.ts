import { knowledgeAbout } from '../context/load.ts';
import type { Element, MaterialLine, SuggestedAction, WorkLine } from '../domain/index.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { languageOf } from '../language/language-of.ts';
import { tokensOf } from '../language/normalise.ts';
import { moneyText, said } from '../language/say.ts';
import { thingNamed } from '../recipes/make.ts';
import { asking } from '../routing/lexicon.ts';
import { hear } from '../routing/mood.ts';
import { isKnownWord } from '../scope/known-words.ts';
import { resolveMention } from '../scope/resolve.ts';
import { chat, type SkillOutput, say } from '../skills/output.ts';
import { type SkillTurn, type SkillWorld, scopeElements } from '../skills/world.ts';
import { amountText } from '../words/units.ts';
import { createTeller } from './answers.ts';
import { lex } from './lex.ts';
import { linesNamed, tasksNamed } from './lines-named.ts';
import { isQuestionWord, readQuestion, type Topic } from './qa-words.ts';

/** `project.qa` without a model: answers from the project, or says that it can't. A figure is never guessed. */
export const projectQa = (world: SkillWorld, turn: SkillTurn): SkillOutput => {
  const { lang } = turn;
  if (hear(turn.text).mood === 'leave')
    return chat(lang === 'he' ? 'בסדר. דבר לא השתנה.' : 'All right. Nothing was changed.');
  const pieces = lex(turn.text).filter(({ kind }) => kind !== 'mark');
  const tokens = pieces.map(({ kind, text, raw }) => (kind === 'number' ? raw : text));
  const mention = resolveMention(
    tokens,
    scopeElements(world).map(({ id, name, aliases }) => ({
      id,
      names: [name.he, name.en, ...aliases].flatMap((each) => each ?? []),
    })),
    (token) => isKnownWord(token) || isQuestionWord(token),
  );
  const chosen = turn.scope.kind === 'elements' && turn.scope.method !== 'pronoun' ? turn.scope.ids : [];
  const ids =
    mention.kind === 'found'
      ? mention.ids
      : mention.kind === 'ambiguous'
        ? mention.candidates.map(({ id }) => id).filter((id) => chosen.length === 0 || chosen.includes(id))
        : chosen;
  const named = new Set(
    mention.kind === 'none'
      ? []
      : mention.candidates.filter(({ id }) => ids.includes(id)).flatMap(({ matched }) => [...matched]),
  );
  const { mention: task, tasks } = tasksNamed(tokens, world);
  const taskIds =
    task.kind === 'none' ? [] : task.candidates.filter(({ covered }) => covered >= 0.45).map(({ id }) => id);
  const taskWords = new Set(
    task.kind === 'none'
      ? []
      : task.candidates.filter(({ id }) => taskIds.includes(id)).flatMap(({ matched }) => [...matched]),
  );
  const read = readQuestion(tokens, named);
  const { mention: line, lines } = linesNamed(tokens, world, ids);
  const [bestLine] = line.kind === 'none' ? [] : line.candidates;
  const saidLines =
    bestLine && bestLine.covered >= 0.45 && line.kind !== 'none'
      ? line.candidates.filter(({ matched }) => matched.join() === bestLine.matched.join())
      : [];
  const unread = read.unread.filter((at) => !taskWords.has(at));
  const isQuantity =
    saidLines.length > 0 &&
    (read.topics.has('count') || read.topics.has('material')) &&
    unread.every((at) => bestLine?.matched.includes(at));
  const elements = ids.flatMap((id) => world.records.element.get(id) ?? []);
  const saidTasks = tasks.filter(({ id }) => taskIds.includes(id));
  const fact = factFor(tokens, world);

  const answer =
    fact ??
    projectFact(tokens, read, elements.length + saidTasks.length, world, lang) ??
    (isQuantity
      ? quantities(
          saidLines.map(({ id }) => lines.get(id)),
          world,
          lang,
        )
      : undefined) ??
    (unread.length === 0 ? answerFor(read.topics, elements, saidTasks, world, turn) : undefined);
  if (answer !== undefined)
    return chat(`${answer}${draftNote(read.topics, elements, world, lang)}`, {
      elementIds: ids,
      suggestedActions: handoffs(read.topics, elements, lang),
    });
  const [chunk] = knowledgeAbout(world, turn.text);
  if (chunk)
    return chat(
      lang === 'he'
        ? `מתוך "${chunk.title}" (${chunk.source}):\n${excerpt(chunk.text)}`
        : `From "${chunk.title}" (${chunk.source}):\n${excerpt(chunk.text)}`,
      { elementIds: ids, sources: [chunk.source] },
    );
  const words = [...new Set(unread.map((at) => `"${pieces[at]?.raw ?? ''}"`))].join(', ');
  return chat(
    lang === 'he'
      ? `אין לי תשובה מתוך הפרויקט${words ? ` על ${words}` : ''}. אפשר לשאול אחרת.`
      : `I have no answer from the project${words ? ` about ${words}` : ''}. Try asking differently.`,
    {
      elementIds: ids,
      suggestedActions: [...(mention.kind === 'none' ? additions(turn) : []), ...examples(world, lang)].slice(0, 3),
    },
  );
};

/** "I need a stand with a stage and a bar": what is told of and is not there yet can be added with one press. */
const additions = ({ text, lang }: SkillTurn): readonly SuggestedAction[] => {
  if (text.includes('?') || hear(text).mood !== 'order' || hear(text).isGuarded) return [];
  const words = tokensOf(text);
  if (words.some((word) => unwished.has(word))) return [];
  const things = words.flatMap((word) => thingNamed(word) ?? thingNamed(word.replace(/^ו/, '')) ?? []);
  const names = [...new Set(things.map(({ name }) => name))];
  return names.map((name) => say(lang === 'he' ? `תוסיף ${name}` : `add a ${name}`));
};

/** With one of these in it, nothing is wished for. */
const unwished = new Set([...tokensOf(asking), ...tokensOf('לא בלי אל אין no not dont without')]);

const excerpt = (text: string): string => (text.length > 600 ? `${text.slice(0, 600)}…` : text);

const answerFor = (
  topics: ReadonlySet<Topic>,
  elements: readonly Element[],
  tasks: ReturnType<typeof tasksNamed>['tasks'],
  world: SkillWorld,
  { lang, today }: SkillTurn,
): string | undefined => {
  const tell = createTeller(world, lang, today);
  const has = (...all: readonly Topic[]): boolean => all.some((topic) => topics.has(topic));
  const each = (say_: (element: Element) => string): string => elements.map(say_).join('\n');
  const elementTasks = elements.flatMap(({ id }) => [...tell.tasksOf(id)]);

  if (has('draft') && elements.length === 0 && tasks.length === 0) return pending(world, lang);
  if (has('status', 'summary') && !has('cost', 'vat'))
    return elements.length > 0
      ? each(tell.status)
      : `${tell.projectStatus()}\n${tell.total()}\n${tell.milestones(['installStart', 'eventDate', 'strikeEnd'])}`;
  if (has('margin')) return elements.length === 0 ? tell.margin() : undefined;
  if (has('orphans')) return tell.orphans();
  if (has('risks') && !has('cost'))
    return tell.listOf(
      liveOf(world.records.risk)
        .filter(({ status }) => status === 'open')
        .map(({ title }) => said(title, lang)),
    );
  if (has('decisions'))
    return tell.listOf(
      liveOf(world.records.decision)
        .filter(({ status }) => status === 'open')
        .map(({ title }) => said(title, lang)),
    );
  if (has('flags')) return tell.listOf(world.flags.map(({ message }) => said(message, lang)));
  if (has('quote') && !has('cost', 'total', 'vat')) return elements.length === 0 ? tell.quotes() : undefined;
  if (has('approved')) return elements.length > 0 ? each(tell.approval) : tell.projectStatus();
  if (has('who'))
    return tasks.length + elementTasks.length === 0 ? undefined : tell.who(tasks.length > 0 ? tasks : elementTasks);
  if (has('depends'))
    return tasks.length === 0
      ? undefined
      : tell.listOf(
          liveOf(world.records.task)
            .filter(({ dependsOn }) => tasks.some(({ id }) => dependsOn.includes(id)))
            .map(({ title }) => said(title, lang)),
        );
  if (has('daysTo') && has('event') && (has('count') || has('left'))) return tell.daysToEvent();
  if (has('when')) return whenFor(has, elements, tasks, elementTasks, tell);
  if (has('left')) return tell.remaining(elements);
  const isPart = has('cost', 'total') && !has('vat');
  if (isPart && has('work') && has('material'))
    return `${tell.part('materials', elements)}\n${tell.part('work', elements)}`;
  if (has('hours', 'work') && !has('cost', 'vat')) return has('material') ? undefined : tell.hours(elements);
  if (isPart && has('hours', 'work')) return tell.part('work', elements);
  if (isPart && has('material')) return tell.part('materials', elements);
  if (has('tasks') && has('count', 'list'))
    return has('list')
      ? elements.length > 0
        ? tell.listOf(elementTasks.map(({ title }) => said(title, lang)))
        : tell.remaining([])
      : countTasks(world, elements, lang);
  if (has('elements') && has('size') && elements.length === 0)
    return liveOf(world.records.element).slice(0, 12).map(tell.sheet).join('\n');
  if (has('elements') && has('count', 'list')) return tell.elements();
  if (has('cost', 'total', 'vat'))
    return elements.length > 0 && !has('total', 'vat')
      ? each(tell.cost)
      : elements.length > 0
        ? undefined
        : tell.total();
  if (has('size', 'colour')) return elements.length > 0 ? each(tell.sheet) : undefined;
  if (has('material')) return tell.materials(elements);
  if (has('count') && elements.length > 0 && tasks.length === 0) return each(tell.cost);
  if (has('list')) return elements.length > 0 ? each(tell.sheet) : undefined;
  if (elements.length > 0) return each(tell.sheet);
  return undefined;
};

/** Figures are those of the project with its open draft, as the panel of pending changes shows them: that is said. */
const draftNote = (
  topics: ReadonlySet<Topic>,
  elements: readonly Element[],
  { draft }: SkillWorld,
  lang: 'he' | 'en',
): string => {
  const changes = (draft?.ops ?? []).filter(({ include }) => include);
  const touched = new Set(draft?.lastTouched);
  const isOf =
    elements.length === 0 ||
    elements.some(({ id }) => touched.has(id) || changes.some((op) => 'id' in op && op.id === id));
  const hasFigures = [...topics].some((topic) => figures.has(topic)) || elements.length > 0;
  if (changes.length === 0 || topics.has('draft') || !isOf || !hasFigures) return '';
  return lang === 'he' ? '\nכולל השינויים הממתינים.' : '\nThis includes the pending changes.';
};
const figures = new Set<Topic>([
  'cost',
  'total',
  'vat',
  'margin',
  'hours',
  'work',
  'count',
  'left',
  'when',
  'material',
  'summary',
  'status',
]);

/** What waits to be applied, by what it is about. */
const pending = ({ draft, records }: SkillWorld, lang: 'he' | 'en'): string => {
  const ops = (draft?.ops ?? []).filter(({ include }) => include);
  if (ops.length === 0) return lang === 'he' ? 'אין שינויים ממתינים.' : 'There are no pending changes.';
  const named = ops.flatMap((op) => {
    const record = op.op === 'create' ? undefined : records[op.entity].get(op.id);
    const name = record && ('name' in record ? record.name : 'title' in record ? record.title : undefined);
    return name === undefined ? [] : [said(name, lang)];
  });
  const about = [...new Set(named)];
  const list = about.length === 0 ? '' : `: ${about.slice(0, 6).join(', ')}${about.length > 6 ? '…' : ''}`;
  const count = ops.length;
  return lang === 'he'
    ? `${count === 1 ? 'שינוי אחד ממתין' : `${count} שינויים ממתינים`} לאישור${list}. הם מופיעים ב״שינויים ממתינים״.`
    : `${count === 1 ? '1 change is' : `${count} changes are`} waiting${list}. See Pending changes.`;
};

/** How much of a material goes into which element. */
const quantities = (
  lines: readonly (MaterialLine | WorkLine | undefined)[],
  world: SkillWorld,
  lang: 'he' | 'en',
): string | undefined => {
  const told = lines.flatMap((line) => {
    if (!line || !('unit' in line)) return [];
    const element = line.elementId === null ? undefined : world.records.element.get(line.elementId);
    return [
      `${said(line.label, lang)}: ${amountText(line.qtyMilli, line.unit, lang)}${element ? ` (${said(element.name, lang)})` : ''}.`,
    ];
  });
  return told.length > 0 ? told.join('\n') : undefined;
};

const whenFor = (
  has: (...all: readonly Topic[]) => boolean,
  elements: readonly Element[],
  tasks: ReturnType<typeof tasksNamed>['tasks'],
  elementTasks: ReturnType<typeof tasksNamed>['tasks'],
  tell: ReturnType<typeof createTeller>,
): string | undefined => {
  if (elements.length > 0) {
    const installing = has('install')
      ? elementTasks.filter(({ trade }) => trade === 'install' || trade === 'rigging')
      : elementTasks;
    return tell.dates(installing.length > 0 ? installing : elementTasks);
  }
  const which = [
    ...(has('install') ? (['installStart'] as const) : []),
    ...(has('event') ? (['eventDate'] as const) : []),
    ...(has('strike') ? (['strikeEnd'] as const) : []),
  ];
  if (which.length > 0) return tell.milestones(which);
  if (tasks.length > 0) return tell.dates(tasks);
  return has('list', 'count') ? undefined : tell.milestones(['installStart', 'eventDate', 'strikeEnd']);
};

const countTasks = (world: SkillWorld, elements: readonly Element[], lang: 'he' | 'en'): string => {
  const ids = new Set(elements.map(({ id }) => id));
  const tasks = liveOf(world.records.task).filter(
    ({ elementIds, status, granularity }) =>
      status !== 'cancelled' && granularity !== 'atomic' && (ids.size === 0 || elementIds.some((id) => ids.has(id))),
  );
  const done = tasks.filter(({ status }) => status === 'done').length;
  return lang === 'he' ? `${tasks.length} משימות, ${done} בוצעו.` : `${tasks.length} tasks, ${done} done.`;
};

const factWords: Readonly<Record<string, string>> = {
  guests: 'guests people attendees אורחים משתתפים איש',
  venue: 'venue location אולם מקום',
  budget: 'budget תקציב',
  goal: 'goal purpose מטרה מטרת',
  brand: 'brand מותג',
  avoid: 'avoid להימנע',
};

/** An accepted fact the question asks for, and nothing else in it. */
const factFor = (tokens: readonly string[], world: SkillWorld): string | undefined => {
  const [key] =
    Object.entries(factWords).find(([, words]) =>
      tokensOf(words).some((word) => tokens.includes(word) || tokens.includes(`ה${word}`)),
    ) ?? [];
  if (key === undefined) return undefined;
  const rest = readQuestion(
    tokens.filter((token) => !tokensOf(factWords[key] ?? '').some((word) => token === word || token === `ה${word}`)),
    new Set(),
  );
  if (rest.unread.length > 0) return undefined;
  const fact = liveOf(world.records.fact).find((each) => each.key === key && each.status === 'accepted');
  const { venue } = projectOf(world.records);
  if (!fact && key === 'venue' && venue) return said(venue, languageOf(tokens.join(' ')));
  if (fact && key === 'budget')
    return typeof fact.value === 'number' ? moneyText(fact.value, projectOf(world.records).currency) : undefined;
  return fact ? `${typeof fact.value === 'object' ? JSON.stringify(fact.value) : String(fact.value)}` : undefined;
};

const asksWhere = new Set(tokensOf('where wheres איפה היכן'));
const clients = new Set(tokensOf('client customer לקוח הלקוח לקוחה הלקוחה'));

/** Where the event is and who it is for: what the project itself says. */
const projectFact = (
  tokens: readonly string[],
  { topics, unread }: ReturnType<typeof readQuestion>,
  named: number,
  world: SkillWorld,
  lang: 'he' | 'en',
): string | undefined => {
  if (named > 0 || unread.some((at) => !clients.has(tokens[at] ?? ''))) return undefined;
  const isAbout = (...known: readonly Topic[]): boolean =>
    topics.size > 0 && [...topics].every((topic) => known.includes(topic));
  const { venue, client } = projectOf(world.records);
  const saysClient = tokens.some((token) => clients.has(token));
  if (!saysClient && venue && tokens.some((token) => asksWhere.has(token)) && isAbout('event'))
    return said(venue, lang);
  return saysClient && isAbout('who') ? client.name : undefined;
};

const handoffs = (
  topics: ReadonlySet<Topic>,
  elements: readonly Element[],
  lang: 'he' | 'en',
): readonly SuggestedAction[] => {
  const [element] = elements;
  if (!element || !topics.has('cost')) return [];
  return [
    say(lang === 'he' ? `להוזיל את ${said(element.name, lang)}` : `make the ${said(element.name, lang)} cheaper`),
  ];
};

/** Questions that have an answer here. */
const examples = (world: SkillWorld, lang: 'he' | 'en'): readonly SuggestedAction[] => {
  const [element] = scopeElements(world);
  const own = element
    ? [lang === 'he' ? `כמה עולה ${said(element.name, lang)}?` : `how much does the ${said(element.name, lang)} cost?`]
    : [];
  const all =
    lang === 'he'
      ? [...own, 'אילו משימות נשארו?', 'מתי האירוע?']
      : [...own, 'which tasks are left?', 'when is the event?'];
  return all.slice(0, 3).map((text) => say(text));
};
