/** The address a link names, if it is one a person could mean; script and data addresses are not. */
export const safeAddress = (href: string | undefined): string | undefined =>
  href !== undefined && /^(https?:|mailto:)/i.test(href) ? href : undefined;
