export interface Step {
  label: string;
  description?: string;
  state: 'done' | 'current' | 'pending' | 'skipped';
}

export interface StepperProps {
  label: string;
  steps: readonly Step[];
}

/** The stages of something and where it stands. */
export function Stepper(_props: StepperProps) {
  return null;
}
