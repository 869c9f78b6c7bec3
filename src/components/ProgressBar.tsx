export interface ProgressBarProps {
  label: string;
  /** 0..100; undefined: unknown. */
  value?: number | undefined;
  hideLabel?: boolean;
  tone?: 'primary' | 'warning' | 'danger';
}

/** How far something is; without a value it only says that it goes on. */
export function ProgressBar(_props: ProgressBarProps) {
  return null;
}
