/** The lists that can be saved as a file, and as what. */
export type Exported = 'orders' | 'customers';
export type ExportFormat = 'csv' | 'xlsx';
