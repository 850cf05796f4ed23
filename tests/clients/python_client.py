"""Uses a client that openapi-python-client made: BASE_URL KEY TEMPLATE, with the client's package `platen_client` on the path.

Every call goes through the generated code, and what comes back is of the generated types.
"""

import io
import sys
import zipfile

from platen_client import AuthenticatedClient
from platen_client.api.administration import delete_template, get_template_file, list_templates, register_template
from platen_client.api.documents import generate_document
from platen_client.api.templates import generate_model
from platen_client.models import (
    GenerateDocumentDto,
    GenerateDocumentDtoData,
    ManagedTemplate,
    Problem,
    RegisterTemplateFilesBody,
)
from platen_client.types import File

base_url, key, template = sys.argv[1:]
client = AuthenticatedClient(base_url, token=key, auth_header_name="x-functions-key", prefix="")

with open(template, "rb") as file:
    form = RegisterTemplateFilesBody(file=File(file, file_name="generated.docx"), name="From a generated client")
    made = register_template.sync(client=client, body=form)
assert isinstance(made, ManagedTemplate), made
assert (made.name, made.version, made.errors) == ("From a generated client", 1, []), made

with open(template, "rb") as file:
    assert get_template_file.sync(client=client, template_id=made.template_id, version=1).payload.read() == file.read()

page = list_templates.sync(client=client, page_number=1, page_size=10, search="generated CLIENT")
assert [item.template_id for item in page.items] == [made.template_id], page

model = generate_model.sync(client=client, template_id=made.template_id)
data = GenerateDocumentDtoData.from_dict(model.to_dict())
wanted = GenerateDocumentDto(template_id=str(made.template_id), format_=".docx", data=data)
document = generate_document.sync(client=client, body=wanted)
assert "word/document.xml" in zipfile.ZipFile(io.BytesIO(document.payload.read())).namelist()

wanted.data = GenerateDocumentDtoData()
refused = generate_document.sync(client=client, body=wanted)
assert isinstance(refused, Problem), refused
assert refused.code == "invalid-data" and refused.errors[0].pointer.startswith("/data/"), refused

assert delete_template.sync_detailed(client=client, template_id=made.template_id).status_code == 204
print("the Python client works")
