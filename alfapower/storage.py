"""Static files as a deployment serves them: under names that change with their content, and compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

_MODULES = "js/*.js"


class ModuleStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Follows the imports of our script modules too: what a page preloads and what a module imports is then one file.

    Of ours alone: libraries have imports in their comments. A module's name follows from those it imports, one level a
    pass.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        _MODULES,
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )
    max_post_process_passes = 10
