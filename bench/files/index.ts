import type { Bench } from '../bench.ts';
import { documents } from './documents.ts';
import { benches as docx } from './docx.ts';
import { memory } from './memory.ts';
import { benches as pptx } from './pptx.ts';
import { tables } from './tables.ts';
import { xlsxBench } from './xlsx.ts';

export const benches: readonly Bench[] = [documents, memory, tables, xlsxBench, ...docx, ...pptx];
