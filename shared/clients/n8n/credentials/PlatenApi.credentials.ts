import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

export class PlatenApi implements ICredentialType {
	name = 'platenApi';

	displayName = 'Platen API';

	documentationUrl = 'https://github.com/platen/platen/blob/main/docs/integrations.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Address',
			name: 'baseUrl',
			type: 'string',
			default: 'http://127.0.0.1:8080',
			description: 'Where your Platen server is, without a slash at the end',
		},
		{
			displayName: 'Key',
			name: 'key',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'A key with the scope generate',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'x-functions-key': '={{$credentials.key}}' } },
	};

	test: ICredentialTestRequest = {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/api/getSubscription' },
	};
}
