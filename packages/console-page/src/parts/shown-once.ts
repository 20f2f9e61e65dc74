import { useMutation, type UseMutationResult } from '@tanstack/react-query';

/**
 * A change whose answer has a secret, which is shown once. `onMade` shows it. The cache of the mutation keeps nothing,
 * because it would keep the secret for longer than its dialog.
 */
export function useShownOnce<Asked, Made>({
  ask,
  onMade,
}: {
  readonly ask: (asked: Asked) => Promise<Made>;
  readonly onMade: (made: Made) => Promise<void>;
}): UseMutationResult<Made, Error, Asked> {
  const mutation = useMutation<Made, Error, Asked>({
    mutationFn: ask,
    gcTime: 0,
    onSuccess: async (made) => {
      mutation.reset();
      await onMade(made);
    },
  });
  return mutation;
}
