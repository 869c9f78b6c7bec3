export interface ToggleSwitchProps {
  /** What is switched, and of what: 'Activo: Tienda Centro'. */
  label: string;
  checked: boolean;
  busy?: boolean;
  disabled?: boolean;
  /** Words beside the switch. */
  onText?: string;
  offText?: string;
  onChange: (checked: boolean) => void;
}

/** On and off, effective at once. */
export function ToggleSwitch(_props: ToggleSwitchProps) {
  return null;
}
