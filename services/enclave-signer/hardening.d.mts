export declare function hardeningFlags(options: { read: readonly string[]; major?: number }): string[];
