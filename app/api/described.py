"""What the structs of the API mean, in its OpenAPI description."""

import inspect
from typing import TYPE_CHECKING

from litestar.openapi.spec import Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition
from msgspec import Struct

if TYPE_CHECKING:
    # Private, and named by the public base class.
    from litestar._openapi.schema_generation import SchemaCreator


class DescribedStructs(OpenAPISchemaPlugin):
    """Adds the docstring of each struct; Litestar's own plugin, which comes later, says what its members are."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Structs only."""
        return not field_definition.is_union and field_definition.is_subclass_of(Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: "SchemaCreator") -> Schema:
        """The schema that the next plugin makes, with a description."""
        following = next(
            plugin
            for plugin in schema_creator.plugins
            if plugin is not self and schema_creator.plugin_supports_field(plugin, field_definition)
        )
        schema = following.to_openapi_schema(field_definition, schema_creator)
        schema.description = inspect.cleandoc(field_definition.annotation.__doc__ or "") or None
        return schema
