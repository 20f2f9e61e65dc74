/** The list that a value has as a member; empty if it has none. For JSON that nobody has checked yet. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const list =
    typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Readonly<Record<string, unknown>>)[key]
      : [];
  return Array.isArray(list) ? list : [];
}
