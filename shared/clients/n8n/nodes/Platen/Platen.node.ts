import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { properties } from './PlatenDescription';
import { getTemplates } from './getTemplates';

export class Platen implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Platen',
		name: 'platen',
		icon: 'file:platen.svg',
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"]}}',
		description: 'Make Word documents and PDFs from templates',
		defaults: { name: 'Platen' },
		inputs: ['main'],
		outputs: ['main'],
		usableAsTool: true,
		credentials: [{ name: 'platenApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}', json: true },
		properties,
	};

	methods = { loadOptions: { getTemplates } };
}
