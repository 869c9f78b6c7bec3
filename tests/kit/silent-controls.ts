/**
 * Disabled controls without a reason: neither they nor their group have a description, and nothing is loading. Runs in
 * a page, so it references nothing outside itself.
 *
 * @returns their names
 */
export function silentControlsIn(page: Document): string[] {
  const says = (element: Element): boolean =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .some((id) => Boolean(page.getElementById(id)?.textContent?.trim()));
  const isExplained = (element: Element | null | undefined): boolean =>
    element != null &&
    (says(element) ||
      element.getAttribute('aria-busy') === 'true' ||
      isExplained(element.parentElement?.closest('fieldset, form, [aria-busy=true]')));
  const nameOf = (element: Element): string =>
    element.getAttribute('aria-label') ??
    (element as HTMLInputElement).labels?.[0]?.textContent ??
    element.textContent ??
    '';
  const controls = 'button, input, select, textarea, a, [role=button], [role=switch]';
  return [...page.querySelectorAll(controls)]
    .filter((element) => element.matches(':disabled, [aria-disabled=true]'))
    .filter((element) => !isExplained(element))
    .map((element) => nameOf(element).trim());
}
