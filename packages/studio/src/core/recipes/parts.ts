import type { LText } from '../domain/index.ts';
import type { RecipeTask } from './recipe.ts';

export const t = (he: string, en: string): LText => ({ he, en });
/** The three tasks most things are made with. */
export const build = (minutes: string): RecipeTask => ({
  key: 'build',
  title: t('ייצור', 'Build'),
  trade: 'carpentry',
  minutes,
});
export const paint = (minutes: string): RecipeTask => ({
  key: 'paint',
  title: t('צביעה', 'Paint'),
  trade: 'paint',
  minutes,
  after: ['build'],
});
export const install = (minutes: string, crew: number, after: readonly string[]): RecipeTask => ({
  key: 'install',
  title: t('התקנה', 'Install'),
  trade: 'install',
  minutes,
  crew,
  after,
});
export const carpentry = (minutes: string) => ({
  key: 'carpentry',
  label: t('נגרות', 'Carpentry'),
  task: 'build',
  trade: 'carpentry' as const,
  minutes,
});
export const painting = (minutes: string) => ({
  key: 'painting',
  label: t('צביעה', 'Painting'),
  task: 'paint',
  trade: 'paint' as const,
  minutes,
});
export const installing = (minutes: string, crew: number) => ({
  key: 'installing',
  label: t('התקנה', 'Installation'),
  task: 'install',
  trade: 'install' as const,
  minutes,
  crew,
});
export const transport = (fixedMinor: number, task = 'install') => ({
  key: 'transport',
  label: t('הובלה', 'Transport'),
  task,
  trade: 'transport' as const,
  kind: 'transport' as const,
  fixedMinor,
});

export const wallCarpentry = 'qty*w*h*75/1000000';
export const wallPaint = 'qty*(30+w*h*25/1000000)';
export const wallInstall = 'qty*(60+w*h*125/10000000)';
export const sheets = 'qty*ceil(w/1220)*ceil(h/2440)*1000';
export const studs = 'qty*((ceil(w/600)+1)*h+3*w)';
export const litres = 'ceil(qty*w*h/4000000)*1000';
