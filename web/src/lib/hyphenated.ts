// Names in narrow columns.

/** A text whose long words may be broken, with a hyphen, where a column is too narrow for them. */
export const hyphenated = (text: string): string => text.replace(/\p{L}{4}(?=\p{L}{3})/gu, '$&\u00ad');
