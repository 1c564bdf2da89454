/** Functions newer than the file format are stored under a prefix that people never see. */
const FUTURE = new Set(
  'ACOT ACOTH AGGREGATE ARABIC BASE BETA.DIST BETA.INV BINOM.DIST BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CHISQ.DIST CHISQ.INV CHISQ.TEST CHOOSECOLS CHOOSEROWS COMBINA CONCAT CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL DROP ENCODEURL ERF.PRECISE EXPAND EXPON.DIST F.DIST F.INV F.TEST FILTERXML FLOOR.MATH FORECAST.ETS FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV GAUSS HSTACK HYPGEOM.DIST IFNA IFS IMCOSH IMCOT IMCSC IMSEC IMSINH IMTAN ISFORMULA ISOMITTED ISOWEEKNUM LAMBDA LET LOGNORM.DIST LOGNORM.INV MAKEARRAY MAP MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ REDUCE RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SKEW.P STDEV.P STDEV.S SWITCH T.DIST T.INV T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW UNICHAR UNICODE UNIQUE VAR.P VAR.S VSTACK WEBSERVICE WEIBULL.DIST WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR Z.TEST'.split(
    ' ',
  ),
);
const WORKSHEET_ONLY = new Set(['FILTER', 'SORT', 'SORTBY']);

const CALL = /(?<![\p{L}\p{N}_.])((?:_xlfn\.)?(?:_xlws\.)?)([A-Za-z][A-Za-z0-9.]*)(?=\()/gu;

const outsideStrings = (formula: string, change: (code: string) => string): string =>
  formula
    .split(/("(?:[^"]|"")*"|'(?:[^']|'')*')/)
    .map((piece, index) => (index % 2 === 0 ? change(piece) : piece))
    .join('');

/** `XLOOKUP(…)` → `_xlfn.XLOOKUP(…)`. */
export const toStorage = (formula: string): string =>
  outsideStrings(formula, (code) =>
    code.replace(CALL, (whole, prefix: string, name: string) => {
      if (prefix !== '') return whole;
      const upper = name.toUpperCase();
      if (WORKSHEET_ONLY.has(upper)) return `_xlfn._xlws.${name}`;
      return FUTURE.has(upper) ? `_xlfn.${name}` : whole;
    }),
  );

/** `_xlfn.XLOOKUP(…)` → `XLOOKUP(…)`. */
export const toDisplay = (formula: string): string =>
  formula.includes('_xl') ? outsideStrings(formula, (code) => code.replace(/_xlfn\.|_xlws\.|_xlpm\./g, '')) : formula;
