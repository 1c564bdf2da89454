import { Unsupported } from './unsupported.ts';
import { DIVIDED, NUM, type Scalar } from './values.ts';

export const raised = (base: number, power: number): Scalar => {
  if (base === 0 && power <= 0) return power === 0 ? NUM : DIVIDED;
  // Programs find some odd roots of negative numbers, and not the same ones.
  if (base < 0 && !Number.isInteger(power)) throw new Unsupported('a root of a negative number');
  const value = base ** power;
  return Number.isFinite(value) ? value : NUM;
};
