# suitesparse.cmake -- polhode::suitesparse: KLU and what it stands on. SuiteSparse 5, still the one
# of many systems, has neither pkg-config nor CMake files. Installed with the package, whose static
# library needs the same.
if(NOT TARGET polhode::suitesparse)
  find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
  set(POLHODE_SUITESPARSE)
  foreach(name klu btf amd colamd suitesparseconfig)
    find_library(SUITESPARSE_${name} ${name})
    if(NOT SUITESPARSE_${name} OR NOT KLU_INCLUDE_DIR)
      message(FATAL_ERROR "SuiteSparse's ${name} was not found; on Debian it is in libsuitesparse-dev")
    endif()
    list(APPEND POLHODE_SUITESPARSE ${SUITESPARSE_${name}})
  endforeach()
  add_library(polhode::suitesparse INTERFACE IMPORTED)
  set_target_properties(polhode::suitesparse PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${KLU_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "${POLHODE_SUITESPARSE}")
endif()
