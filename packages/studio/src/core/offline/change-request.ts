import type { Lang, LText, SuggestedAction } from '../domain/index.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { tokensOf, variantsOf } from '../language/normalise.ts';
import { andText, countText, lengthText, said } from '../language/say.ts';
import { chat, drafted, type SkillOutput, say } from '../skills/output.ts';
import { type SkillTurn, type SkillWorld, scopeElements } from '../skills/world.ts';
import { carryOut } from './carry-out.ts';
import { findSavings } from './cheaper.ts';
import { createOpWriter } from './op-writer.ts';
import { readChange } from './read-change.ts';
import type { NotRead, Wish } from './wishes.ts';

/** `change.request` without a model: reads what is asked by a grammar, and does all of it or nothing. */
export const changeRequest = (world: SkillWorld, turn: SkillTurn): SkillOutput => {
  const read = readChange({ world, turn });
  if (!read.ok) return refused(read.error, world, turn);
  const { lang } = turn;
  const isIdeation = projectOf(world.records).projectStage === 'ideation';
  const gated = read.value.filter((wish) => isIdeation && needsPlanning(wish));
  if (gated.length > 0)
    return chat(
      lang === 'he'
        ? 'משימות ושורות עלות נפתחות בשלב התכנון. אשרו אלמנט ועברו לתכנון, ואז בקשו שוב.'
        : 'Tasks and cost lines open in planning. Approve an element, advance to planning, then ask again.',
      {
        suggestedActions: [
          { label: { he: 'מעבר לתכנון', en: 'Advance to planning' }, event: { type: 'advanceStage', to: 'planning' } },
        ],
      },
    );
  const ops = createOpWriter(turn.turnId, turn.text, world.draft?.ops ?? []);
  const done = read.value.map((wish) => carryOut(wish, world, ops, lang));
  const texts = done.map(({ text }) => text);
  const offers = done.flatMap((each) => each.offers ?? []);
  const elementIds = [...new Set(done.flatMap((each) => each.elementIds))];
  if (ops.ops().length === 0) return chat(texts.join('\n'), { elementIds, suggestedActions: chips(offers) });

  const added = done.flatMap((each) => each.added ?? []);
  if (isIdeation && added.length > 0)
    texts.push(
      lang === 'he' ? 'משימות ושורות עלות יתווספו בשלב התכנון.' : 'Planning will add its tasks and cost lines.',
    );
  const planned = added.flatMap(({ made }) => made ?? []);
  if (planned.length > 0) {
    const tasks = planned.reduce((all, made) => all + made.tasks.length, 0);
    const lines = planned.reduce((all, made) => all + made.materials.length + made.work.length, 0);
    texts.push(
      `${lang === 'he' ? 'כולל' : 'With'} ${andText(countText(tasks, 'tasks', lang), countText(lines, 'lines', lang), lang)}.`,
    );
  }
  const guesses = added.filter(({ isGuess, made }) => isGuess && made);
  return drafted(
    texts.join(' '),
    { title: titleOf(read.value, turn.text), ops: ops.ops(), carry: 'all', dropped: [] },
    {
      elementIds,
      suggestedActions: chips(offers),
      warnings: guesses.map(({ name }) => ({
        code: 'GENERIC_RECIPE',
        severity: 'warn' as const,
        message: {
          he: `אין מתכון ל"${said(name, 'he')}". הזמנים והעלויות הם הערכה; בדקו אותם.`,
          en: `No recipe knows "${said(name, 'en')}". Times and costs are a guess; please check them.`,
        },
      })),
    },
  );
};

const needsPlanning = (wish: Wish): boolean =>
  ['addTask', 'addLine', 'setTask', 'setPrice', 'swap', 'cheaper'].includes(wish.do) ||
  (wish.do === 'remove' && wish.entity !== 'element');

const titleOf = (wishes: readonly Wish[], text: string): LText => {
  const [first] = wishes;
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return first?.do === 'add' ? { he: `הוספה: ${first.name}`, en: `Add: ${first.name}` } : { he: short, en: short };
};

const chips = (requests: readonly string[]): readonly SuggestedAction[] =>
  requests.slice(0, 3).map((request) => say(request));

/** What happened, why, and up to three complete requests that would work here. */
const refused = (reason: NotRead, world: SkillWorld, turn: SkillTurn): SkillOutput => {
  const { lang, text } = turn;
  const pick = (he: string, en: string): string => (lang === 'he' ? he : en);
  switch (reason.code) {
    case 'UNREAD': {
      const elsewhere = elsewhereFor(text, lang);
      const words = reason.words.map((word) => `"${word}"`).join(', ');
      return chat(
        pick(
          `לא שיניתי כלום: לא הבנתי את ${words}. ${elsewhere ?? 'אפשר לנסח אחרת, או לבחור בקשה.'}`,
          `Nothing was changed: I couldn't read ${words}. ${elsewhere ?? 'Say it differently, or pick a request.'}`,
        ),
        { suggestedActions: chips(examples(world, turn)) },
      );
    }
    case 'NOTHING':
      return chat(
        pick(
          'לא שיניתי כלום: לא מצאתי בבקשה שינוי. כתבו מה לשנות, או בחרו בקשה.',
          'Nothing was changed: I found no change in that. Say what to change, or pick a request.',
        ),
        {
          suggestedActions: chips(examples(world, turn)),
        },
      );
    case 'NEEDS_SCOPE': {
      const candidates = liveOf(world.records.element)
        .slice(0, 5)
        .map(({ id, name }) => ({ elementId: id, label: name, score: 0, why: '' }));
      return chat(pick('את מה לשנות? בחרו אלמנט.', 'What should change? Pick an element.'), {
        needsScope: { ...reason.asked, candidates, mention: text.slice(0, 200) },
      });
    }
    case 'VAGUE': {
      const offers = reason.ids.flatMap((id) => {
        const element = world.records.element.get(id);
        const [axis] = reason.growth.axes;
        const now = axis && element?.dims[axis];
        if (!element || !axis || now === undefined) return [];
        return [1, 2, 3].map((times) => {
          const mm = Math.round((now * (10_000 + times * (reason.growth.byBps ?? 0))) / 100_000) * 10;
          const how = { widthMm: ['ברוחב', 'wide'], heightMm: ['בגובה', 'high'], depthMm: ['בעומק', 'deep'] }[axis];
          const name = said(element.name, lang);
          return pick(
            `תעשה את ${name} ${how[0]} ${lengthText(mm, 'he')}`,
            `make the ${name} ${lengthText(mm, 'en')} ${how[1]}`,
          );
        });
      });
      return chat(
        pick(
          'לא שיניתי כלום: בכמה? בחרו מידה, או כתבו אותה.',
          'Nothing was changed: by how much? Pick a size, or write one.',
        ),
        {
          elementIds: reason.ids,
          suggestedActions: chips(offers),
        },
      );
    }
    case 'WHICH_SIDE': {
      const [element] = reason.ids.flatMap((id) => world.records.element.get(id) ?? []);
      const name = said(element?.name, lang);
      const size = lengthText(reason.mm, lang);
      const offers = [
        pick(`תעשה את ${name} ברוחב ${size}`, `make the ${name} ${size} wide`),
        pick(`תעשה את ${name} בגובה ${size}`, `make the ${name} ${size} high`),
        pick(`תעשה את ${name} בעומק ${size}`, `make the ${name} ${size} deep`),
      ];
      return chat(
        pick(
          `לא שיניתי כלום: איזו מידה תהיה ${lengthText(reason.mm, lang)}? בחרו אחת.`,
          `Nothing was changed: which side shall be ${lengthText(reason.mm, lang)}? Pick one.`,
        ),
        { elementIds: reason.ids, suggestedActions: chips(offers) },
      );
    }
    case 'ONE_OR_TWO': {
      const [first = '', second = ''] = reason.things;
      return chat(
        pick(
          `לא שיניתי כלום: אלה שני דברים, ${first} וגם ${second}, או דבר אחד? בחרו.`,
          `Nothing was changed: are these two things, ${first} and ${second}, or one? Pick one.`,
        ),
        {
          suggestedActions: chips([
            `${reason.verb} ${first}, ${reason.verb} ${second}`,
            `${reason.verb} ${reason.whole}`,
          ]),
        },
      );
    }
    case 'SEVERAL': {
      const titles = reason.ids.flatMap((id) => {
        const label =
          reason.entity === 'task'
            ? world.records.task.get(id)?.title
            : (world.records.materialLine.get(id) ?? world.records.workLine.get(id))?.label;
        return label ? [said(label, lang)] : [];
      });
      const shown = [...new Set(titles)];
      const list = shown.slice(0, 5).join(' · ');
      return chat(
        pick(
          `לא שיניתי כלום: כמה מתאימים (${list}). כתבו את השם המלא.`,
          `Nothing was changed: several fit (${list}). Write the full name.`,
        ),
        {
          suggestedActions:
            reason.entity === 'task'
              ? chips(shown.map((title) => pick(`תוריד את המשימה ${title}`, `remove the task ${title}`)))
              : [],
        },
      );
    }
    case 'UNKNOWN_MATERIAL':
      return chat(
        pick(
          `לא שיניתי כלום: החומר "${reason.words}" לא בקטלוג. הוסיפו אותו למחירון, או בחרו חומר אחר.`,
          `Nothing was changed: "${reason.words}" is not in the catalogue. Add it to the price list, or name another material.`,
        ),
        { suggestedActions: chips(examples(world, turn)) },
      );
    case 'NO_DATE':
      return chat(
        pick(
          'לא שיניתי כלום: התאריך הזה עדיין לא נקבע. כתבו תאריך מלא.',
          'Nothing was changed: that day is not set yet. Write a full date.',
        ),
      );
  }
};

/** What is not changed by words, and where it is. */
const places: readonly { readonly words: ReadonlySet<string>; readonly where: LText }[] = [
  {
    words: new Set(tokensOf('הנחה רווח מעמ מרווח discount margin vat markup')),
    where: {
      he: 'הנחה, רווח ומע״מ קובעים בלשונית הצעת מחיר, תחת ״תנאים ללקוח הזה״.',
      en: 'Discount, margin and VAT are set in the Quote tab, under “Terms for this client”.',
    },
  },
  {
    words: new Set(
      tokensOf('אחראי אחראית תסמן תסמני סמן כבוצעה כבוצע בוצע בוצעה תשבץ תשבצי assign assignee done responsible'),
    ),
    where: {
      he: 'מצב של משימה ומי אחראי עליה משנים בלשונית משימות.',
      en: 'The status of a task and who does it are set in the Tasks tab.',
    },
  },
  {
    words: new Set(
      tokensOf(
        'גימור מט מבריק צורה בצורת רדיוס פינות מיקום ימין שמאל תיאור finish matte gloss glossy radius shape position',
      ),
    ),
    where: {
      he: 'גימור, מיקום והערות כותבים בכרטיס של האלמנט, בלשונית אלמנטים.',
      en: 'Finish, position and notes are written on the element’s card, in the Elements tab.',
    },
  },
];
const elsewhereFor = (text: string, lang: Lang): string | undefined => {
  const said = tokensOf(text).flatMap(variantsOf);
  return places.find(({ words }) => said.some((word) => words.has(word)))?.where[lang];
};

/** Three requests made from what is in this very project: about the element that was meant, if it was understood. */
const examples = (world: SkillWorld, { lang, scope }: SkillTurn): readonly string[] => {
  const meant = scope.kind === 'elements' ? scope.ids : [];
  const all = scopeElements(world);
  const element = all.find(({ id }) => meant.includes(id)) ?? all[0];
  const pick = (he: string, en: string): string => (lang === 'he' ? he : en);
  if (!element)
    return [
      pick('תוסיף קיר לוגו', 'add a logo wall'),
      pick('תוסיף במה 6 על 4 מטר', 'add a stage 6 by 4 m'),
      pick('תוסיף דלפק לבן', 'add a white counter'),
    ];
  const name = said(element.name, lang);
  const width = Math.round(((world.records.element.get(element.id)?.dims.widthMm ?? 3_000) * 11) / 1_000) * 100;
  return [
    pick(`תצבע את ${name} בכחול`, `make the ${name} blue`),
    pick(`תעשה את ${name} ברוחב ${lengthText(width, 'he')}`, `make the ${name} ${lengthText(width, 'en')} wide`),
    cheaperOf(element.id, world)
      ? pick(`להוזיל את ${name} ב-10%`, `make the ${name} cheaper by 10%`)
      : pick(`תצבע את ${name} בלבן`, `make the ${name} white`),
  ];
};

/** Whether a tenth can be saved on an element, so that nobody is offered what would be refused. */
const cheaperOf = (id: string, world: SkillWorld): boolean => {
  const element = world.records.element.get(id);
  const isOpen = projectOf(world.records).projectStage !== 'ideation';
  return isOpen && element !== undefined && findSavings([element], 1_000, world).isEnough;
};
