/** A CSS file beside the page, written by scripts/styles. */
declare module '*?css';
