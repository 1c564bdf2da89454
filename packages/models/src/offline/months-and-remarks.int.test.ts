import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';

/** A job has the day it was reported and the day it was done; a payment has its day and the month it is for. */
const jobs = [
  'Job,Reported,Flat,Firm,Done on,Cost,Status,Phone,Remarks',
  '301,2026-09-25,Q1,Topline,2026-10-16,1240,Done,0117 1,',
  '302,2026-10-01,M2,Brennan,2026-10-02,140,Done,0117 2,',
  '303,2026-10-12,E1,Brennan,2026-11-14,68,Done,0117 3,ask again',
  '304,2026-10-27,Q9,Topline,,,Open,,new number to come',
  '305,2026-11-02,B3,Brenan,,,Open,0117 5,',
];
const rent = [
  'Day,Tenant,How,Amount,For month',
  '2026-10-01,Anna Hill,Transfer,845,Oct',
  '2026-10-05,Ben Cole,Cash,790,Oct',
  '2026-10-30,Anna Hill,Transfer,845,Nov',
  '2026-11-02,Ben Cole,Cash,790,Nov',
];

const orders = [
  'Order,Clinic,Quantity,Price,Due,Status',
  '901,Lavi,2,590,2026-10-10,Delivered',
  '902,Golan,1,380,2026-10-12,Delivered',
  '903,Lavi,3,590,2026-11-01,In work',
];

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) => {
    put('jobs.csv', Buffer.from(`${jobs.join('\n')}\n`));
    put('rent.csv', Buffer.from(`${rent.join('\n')}\n`));
    put('orders.csv', Buffer.from(`${orders.join('\n')}\n`));
  });
});
afterAll(() => desk.close());
const patience = { timeout: 60_000 };
const line = (at: number) => desk.read('jobs.csv').toString().split('\n')[at];

test.each([
  // The month in which it was done, and not the one in which it was reported.
  ['what did the jobs finished in October cost us', 'Total Cost: 1380'],
  ['how much rent did we get for October', 'Total Amount: 1635\n(2 of 4 rows in rent.csv where For month is Oct)'],
  ['and for November?', 'Total Amount: 1635\n(2 of 4 rows in rent.csv where For month is Nov)'],
  ['how much cash did we get in October', 'Total Amount: 790'],
])('answered: %s', patience, async (request, said) => {
  const before = request.startsWith('and') ? ['how much rent did we get for October'] : [];
  const { text, changed } = await desk.askOn(before, request);
  expect(text).toContain(said);
  expect(changed).toEqual([]);
});

test.each([
  // Two questions, of which one alone could be answered.
  "what have Topline still got on for us, and what's their phone",
  'now bring down what the Q9 job costs',
  // Late and delivered are opposites here: it would always be none.
  'how many orders were delivered late',
  // What is missing from a list is in none of its rows.
  'which clinic got no order',
  // Pieces times price is what orders are worth, and not what was paid.
  'how much money came in from the clinics in orders.csv',
])('neither guessed nor half answered: %s', patience, async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([isRefusal(text), changed]).toEqual([true, []]);
});

test.each([
  ['how much sunshine did we get in october', 'and in november?'],
  ['כמה שמש הייתה לנו באוקטובר', 'ובנובמבר?'],
])('nothing goes on from %j, which was not answered', patience, async (before, request) => {
  const { text } = await desk.askOn([before], request);
  expect([isRefusal(text), text.includes('before') || text.includes('הקודמת')]).toEqual([true, true]);
});

test('a second sentence is no part of a value, and a remark goes with the change', patience, async () => {
  const { text } = await desk.ask("Job 304's new phone is 0117 4. Put it in and clear the remark.");
  expect(line(4)).toBe('304,2026-10-27,Q9,Topline,,,Open,0117 4,');
  expect(text).toContain('Changed 2 cells of jobs.csv');
  expect(line(3)).toBe(jobs[3]);
});

test('what somebody says was spelt wrong is mended where it is written almost so', patience, async () => {
  await desk.ask("I've spelt Brennan wrong on one of the jobs, put it right please.");
  expect(line(5)).toBe(jobs[5]?.replace('Brenan', 'Brennan'));
});
