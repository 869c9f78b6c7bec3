/** Leaves the page for the sign-in with the account of the company, from which the server leads back. */
export const leaveForCompany = (address = '/ingreso/compania'): void =>
  window.location.assign(address);
