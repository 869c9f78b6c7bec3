import type { FieldProps } from './FormField.tsx';

export interface FileFieldProps extends FieldProps {
  /** As in the attribute `accept`: '.pdf,.jpg,.jpeg,.png'. */
  accept: string;
  /** In bytes; a larger file is refused with a message. */
  maxBytes?: number;
  /** 0..100 while it is sent. */
  progress?: number | undefined;
  /** What went wrong while it was sent. */
  uploadError?: string | undefined;
  onFileChange?: (file: File | null) => void;
}

/** One file by dragging or choosing, with preview and upload progress. The value is a `File` or null. */
export function FileField(_props: FileFieldProps) {
  return null;
}
