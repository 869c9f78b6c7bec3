/** More pages than a receipt has. */
export const MOST_PAGES = 100;

/** Why a file is not taken. */
export type ReceiptFault = 'type' | 'damaged' | 'pixels' | 'pages';
