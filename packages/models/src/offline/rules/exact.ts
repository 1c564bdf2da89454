import { carryOut } from '../everyday/acts.ts';
import { answerOf } from '../everyday/answer.ts';
import { fileOfExactAct, isExactAct, readExactAct } from '../everyday/exact-acts.ts';
import { fileOfExact, isExact, readExact } from '../everyday/exact-read.ts';
import { sheetsOf } from '../everyday/folder-sheets.ts';
import { type Asked, NotForThisRule, type OfflineRule } from '../rule.ts';

/** What was offered to be clicked: a question or a change with every name of it in quotes. */
export const exactRule: OfflineRule = {
  id: 'exact',
  ways: [],
  readsDays: true,
  read: ({ original }) => (isExact(original) || isExactAct(original) ? {} : undefined),
  *plan(asked) {
    const { original } = asked;
    const sheets = yield* sheetsIn(asked, fileOfExactAct(original) ?? fileOfExact(original));
    const act = readExactAct(original, sheets);
    if (act) return yield* carryOut(asked, act);
    const ask = readExact(original, sheets);
    if (!ask) throw new NotForThisRule();
    return answerOf(ask, asked);
  },
};

function* sheetsIn(asked: Asked, path: string | undefined) {
  const source = asked.files.find((file) => file.path === path);
  return source ? yield* sheetsOf({ ...asked, source, sheet: undefined }) : [];
}
