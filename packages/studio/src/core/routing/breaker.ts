/** How many turns that ran a skill are looked at, and between which shares the breaker opens and closes. */
const span = 200;
const opensAtPercent = 20;
const closesBelowPercent = 18;
/** In a young project one call must not count as a hundred percent. */
const fewest = 20;

/** One turn that ran a skill: was a model asked for the route? */
export type RoutedTurn = { readonly usedRouterModel: boolean };

/**
 * Whether the router may ask a model for its next turn. Read over the whole history in order, because a breaker that
 * opened stays open until the share has come down.
 */
export const isBreakerOpen = (history: readonly RoutedTurn[]): boolean => {
  let calls = 0;
  let isOpen = false;
  history.forEach(({ usedRouterModel }, at) => {
    if (usedRouterModel) calls += 1;
    if (at >= span && history[at - span]?.usedRouterModel) calls -= 1;
    const seen = Math.max(fewest, Math.min(span, at + 1));
    if (calls * 100 >= seen * opensAtPercent) isOpen = true;
    else if (calls * 100 < seen * closesBelowPercent) isOpen = false;
  });
  return isOpen;
};

/** A model is asked for a route only here: the words did not tell, one is configured, and the budget allows it. */
export const mayAskRouterModel = (
  decision: { readonly kind: string },
  { hasModel, history }: { readonly hasModel: boolean; readonly history: readonly RoutedTurn[] },
): boolean => decision.kind === 'ambiguous' && hasModel && !isBreakerOpen(history);
