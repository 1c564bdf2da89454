/** No part of a file in particular: what `read_file` is asked with, but for the part that is meant. */
export const wholeFile = {
  sheet: null,
  range: null,
  view: null,
  section: null,
  slide_index: null,
  pages: null,
  line_start: null,
  line_count: null,
};
