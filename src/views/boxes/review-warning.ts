/** Said before a reviewer sends a box. */
export const reviewWarning =
  'Después de enviarla no podrá cambiar lo que decidió sobre sus gastos.';
