/** Name of the product, as in the browser tab and the frame. */
export const BRAND = 'Caja menor';
